# SPDX-License-Identifier: GPL-2.0
#
# Completion of alloctag for bash. alloctag --words prints the commands, options,
# values of options, and words of queries.

_alloctag()
{
	local cur prev words subcommands before=
	local -a command
	cur=${COMP_WORDS[COMP_CWORD]}
	prev=${COMP_WORDS[COMP_CWORD - 1]}
	# "--by=fi" is three words.
	if [[ $cur == = ]]; then
		cur=
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi

	# Without a command, everything is an argument of the default one.
	command=${COMP_WORDS[1]}
	if [[ $COMP_CWORD -gt 1 && $command == -* || $COMP_CWORD -eq 1 && $cur == -* ]]; then
		command=summary
	fi

	# "waits top": a command of a command. At its place, files are offered, too.
	command=("$command")
	if [[ $COMP_CWORD -gt 1 ]] &&
		subcommands=$(alloctag --words "${command[0]}" COMMANDS 2>/dev/null | cut -d : -f 1) &&
		[[ $COMP_CWORD -gt 2 ]] && grep -qxF -- "${COMP_WORDS[2]}" <<<"$subcommands"; then
		command+=("${COMP_WORDS[2]}")
	fi

	COMPREPLY=()
	if [[ $prev == --module ]]; then
		words=$(cut -d ' ' -f 1 /proc/modules 2>/dev/null)
	elif [[ $prev == -* ]] &&
		words=$(alloctag --words "${command[@]}" "$prev" 2>/dev/null); then
		case $words in
		FILE) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
		FOLDER) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
		esac
		# In capitals: any text or number.
		[[ $words == [A-Z]* ]] && return
		# One of several words.
		if [[ $cur == *,* ]]; then
			before=${cur%,*},
			cur=${cur##*,}
		fi
	elif [[ $cur == -* ]]; then
		words=$(alloctag --words "${command[@]}" 2>/dev/null)
	elif [[ $COMP_CWORD -eq 1 ]]; then
		words=$(alloctag --words 2>/dev/null | cut -d : -f 1)
	elif ! words=$(alloctag --words "${command[@]}" TERMS 2>/dev/null); then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		if [[ $COMP_CWORD -eq 2 ]]; then
			mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$subcommands" -- "$cur")
		fi
		return
	fi
	mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "$cur")
	# A blank follows unless a value does.
	if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
		compopt -o nospace 2>/dev/null
	fi
}
complete -o filenames -F _alloctag alloctag
