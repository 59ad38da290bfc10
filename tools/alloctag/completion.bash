# SPDX-License-Identifier: GPL-2.0
#
# Completion of alloctag for bash. Commands and options are those that
# alloctag --help prints.

_alloctag()
{
	local cur prev words command
	cur=${COMP_WORDS[COMP_CWORD]}
	prev=${COMP_WORDS[COMP_CWORD - 1]}
	# "--by=fi" is three words.
	if [[ $cur == = ]]; then
		cur=
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi

	command=
	for words in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
		if [[ $words != -* ]]; then
			command=$words
			break
		fi
	done

	case $prev in
	--by | -g)
		mapfile -t COMPREPLY < <(compgen -W \
			'line function file directory module type' -- "$cur")
		return
		;;
	--sort | -s)
		case $command in
		top) words='bytes live rate calls growth slack' ;;
		stacks) words='bytes live age' ;;
		slack) words='slack percent bytes allocs' ;;
		lifetimes) words='old live freed age' ;;
		peaks) words='bytes time' ;;
		trace) words='allocs bytes slack remote returned live moves' ;;
		*) words='bytes live allocs frees' ;;
		esac
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
		return
		;;
	--format | -f)
		mapfile -t COMPREPLY < <(compgen -W 'text csv json markdown' -- "$cur")
		return
		;;
	--tree)
		mapfile -t COMPREPLY < <(compgen -W 'source type module' -- "$cur")
		return
		;;
	--module)
		mapfile -t COMPREPLY < <(compgen -W \
			"$(cut -d ' ' -f 1 /proc/modules 2>/dev/null)" -- "$cur")
		return
		;;
	--proc | --sys)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--query | -q | --buffer | --depth | --top | -n | --count | --at | --interval | -i | --duration | -d | \
	--live | --file | --function | --type | --title)
		COMPREPLY=()
		return
		;;
	esac
	if [[ $cur == -* ]]; then
		words=$(alloctag ${command:+"$command"} --help 2>/dev/null |
			grep -oE -- '--[a-z-]+=?' | sort -u)
		mapfile -t COMPREPLY < <(compgen -W "$words --help" -- "$cur")
		if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
			compopt -o nospace 2>/dev/null
		fi
	elif [[ -z $command && $prev != --output && $prev != -o ]]; then
		words=$(alloctag --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
	elif [[ $command == watch || $command == unwatch ]]; then
		mapfile -t COMPREPLY < <(compgen -W \
			'file func line module type allocator limit= every= bytes= sample=' -- "$cur")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}
complete -o filenames -F _alloctag alloctag
