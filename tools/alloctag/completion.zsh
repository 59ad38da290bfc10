#compdef alloctag
# SPDX-License-Identifier: GPL-2.0
#
# Completion of alloctag for zsh. Commands and options are those that
# alloctag --help prints.

_alloctag() {
	local -a commands options
	local line

	if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
		for line in ${(f)"$(alloctag --help 2>/dev/null)"}; do
			[[ $line =~ '^  ([a-z]+) +(.*)$' ]] &&
				commands+=("$match[1]:$match[2]")
		done
		_describe command commands
		return
	fi
	case ${words[CURRENT - 1]} in
	-g | --by) compadd line function file directory module type; return ;;
	-f | --format) compadd text csv json markdown; return ;;
	--tree) compadd source type module; return ;;
	-s | --sort)
		case $words[2] in
		top) compadd bytes live rate calls growth slack ;;
		stacks) compadd bytes live age ;;
		slack) compadd slack percent bytes allocs ;;
		lifetimes) compadd old live freed age ;;
		peaks) compadd bytes time ;;
		trace) compadd allocs bytes slack remote returned live moves ;;
		*) compadd bytes live allocs frees ;;
		esac
		return
		;;
	esac
	if [[ $words[CURRENT] == --* ]]; then
		options=(${(u)${(f)"$(alloctag $words[2] --help 2>/dev/null |
			grep -oE -- '--[a-z-]+=?')"}})
		compadd -S '' -- $options
	elif [[ $words[2] == (watch|unwatch) ]]; then
		compadd -S '' -- limit= every= bytes= sample=
		compadd file func line module type allocator
	else
		_files
	fi
}

_alloctag "$@"
