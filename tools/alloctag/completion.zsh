#compdef alloctag
# SPDX-License-Identifier: GPL-2.0
#
# Completion of alloctag for zsh. alloctag --words prints the commands, options,
# values of options, and words of queries.

# Offer words, one a line; no blank after those that end with "=".
_alloctag_words() {
	local -a values=(${(f)1})

	compadd -S '' -- ${(M)values:#*=}
	compadd -- ${values:#*=}
}

_alloctag() {
	local -a command=(${words[2]}) subcommands
	local previous=${words[CURRENT - 1]} value=${words[CURRENT]} found
	local -a summaries

	if (( CURRENT == 2 )) && [[ $command != -* ]]; then
		summaries=(${(f)"$(alloctag --words 2>/dev/null)"})
		_describe command summaries
		return
	fi
	[[ $command == -* ]] && command=summary
	# "waits top": a command of a command. At its place, files are offered, too.
	subcommands=(${${(f)"$(alloctag --words $command COMMANDS 2>/dev/null)"}%%:*})
	if (( CURRENT > 3 && ${subcommands[(Ie)${words[3]}]} )); then
		command=($command ${words[3]})
	fi
	# "--by=fi" is one word.
	if [[ $value == --*=* ]]; then
		previous=${value%%=*}
		compset -P '*='
	elif [[ $value == -* ]]; then
		_alloctag_words "$(alloctag --words $command 2>/dev/null)"
		return
	fi
	if [[ $previous == --module ]]; then
		compadd -- ${(f)"$(cut -d ' ' -f 1 /proc/modules 2>/dev/null)"}
		return
	fi
	if [[ $previous == -* ]] &&
		found=$(alloctag --words $command $previous 2>/dev/null); then
		case $found in
		FILE) _files ;;
		FOLDER) _files -/ ;;
		# In capitals: any text or number.
		[A-Z]*) ;;
		*)
			# One of several words.
			compset -P '*,'
			_alloctag_words "$found"
			;;
		esac
	elif found=$(alloctag --words $command TERMS 2>/dev/null); then
		_alloctag_words "$found"
	else
		(( CURRENT == 3 )) && compadd -- $subcommands
		_files
	fi
}

_alloctag "$@"
