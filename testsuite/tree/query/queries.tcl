# SPDX-License-Identifier: GPL-2.0
#
# queries.tcl - queries for dynamic debug, made systematically: each keyword,
# each form of a value, quotes, escapes, comments, separators, flags, and each
# kind of error.

# queries: return a list of texts that are written to control.
proc queries {} {
	set all {}
	# Each keyword with values that match all, some and no sites, and odd ones.
	set values {main ext4 inode.c fs/ext4/inode.c ext4_read * ** ? ext? *inode* *.c
		fs/*/inode.c init/* a [a] VBL CORE vbl none read %s %d x=y +p -p =p _ # ' \"
		func file -- : ; 100 1-2 0 \\ \\* \\\\ é}
	foreach keyword {file func module format class} {
		foreach value $values { lappend all "$keyword $value +p" }
	}
	# Words that are no keyword, or not quite one.
	foreach word {fil files File FILE function lines mod type allocator errno limit=5
		line= file= func=ext4_read file=inode.c line=100 "\"file\"" 'func' {"line"}
		=file +file - + = _ p 0 "" "''"} {
		lappend all "$word x +p" "$word" "$word +p"
	}
	# Lines: alone, after a file, in quotes.
	foreach lines {1 2 3 7 99 100 101 200 262143 262144 4294967295 4294967296
		99999999999999999999 0 00 007 0100 0x64 +100 -100 -0 100- 0- 1-2 2-1 99-101
		100-100 200-100 0-0 0-1 1-0 100-0 - -- 1-- --1 -1- 1-2-3 x x-2 1-x 1-2x 1x ""
		"''" "'1-2'" "' 1'" "'1 '" "'1 - 2'" 1,2 1.5 -5-10 \t 100\t} {
		lappend all "line $lines +p" "file inode.c:$lines +p"
	}
	foreach tail {ext4_read ext4_* *read ?xt4_read _ext4 7 x:y : :100 100:7 "" read: 9a -a} {
		lappend all "file inode.c:$tail +p" "file *:$tail +p"
	}
	lappend all "file odd:name.c +p" "file xfs/odd:xfs_odd +p" "file \"odd:name.c:3\" +p" \
		"file *odd?name.c +p" "file :3 +p" "file : +p" "file '' +p" "func '' +p" \
		"module '' +p" "format '' +p" "class '' +p"
	# A term twice, in each pair of forms, and terms that are given together.
	set terms {"file inode.c" "file inode.c:100" "file inode.c:ext4*" "func ext4*"
		"line 100" "line 1-200" "line 0" "line -" "module ext4" "module *" "format read"
		"class VBL"}
	foreach a $terms {
		foreach b $terms { lappend all "$a $b +m" }
	}
	# Quotes, white space, comments.
	foreach text {
		{file "inode.c" +p} {file 'inode.c' +p} {file "inode.c' +p} {file "inode.c +p}
		{file inode.c" +p} {file inode.c "+p"} {file inode.c '+p' } {"file" "inode.c" "+p"}
		{file "inode.c"+p} {file "inode.c""+p"} {format "with arguments" +p}
		{format 'with arguments' +p} {format "it's" +p} {format 'a "quoted"' +p}
		{format a" +p} {format "" +p} {"" +p} {+p ""} {'} {"} {'' ''} {func "ext4_read"x +p}
		{  file   inode.c   +p  } {+p # comment} {# +p} {#} { # +p} {+p #} {+p#} {+p# x}
		{file # inode.c +p} {file inode.c # +p} {file inode.c#x +p} {"#" x +p} {'# x' +p}
		{file inode.c "#" +p} {format "#" +p} {format '# 100' +p} {format #x +p}
		{format ";" +p} {format 'ext4; really' +p}
	} { lappend all $text }
	lappend all "file\tinode.c\t+p" "\tfile\vinode.c\f+p\r" "file inode.c +p\n" \
		"\n\nfile inode.c +p" "file\ninode.c\n+p" "\xa0+p" "file\xa0inode.c +p" "\x01 +p" \
		"format \"a\nb\" +p"
	# Escapes, which are of formats only.
	foreach text {\\n \\t \\r \\f \\v \\\" \\\\ \\a \\e \\040 \\40 \\1 \\012 \\12 \\0 \\00 \\000
		\\377 \\400 \\777 \\8 \\x41 \\x \\ \\q %d\\n here\\n tab\\there back\\\\slash
		back\\slash with\\040arguments with\\40arguments ^ ^ext4 ^read ^\\040 ^^ \\^ext4
		"\"%d\\n\"" "'tab\\there'" "\"a \\\"quoted\\\"\"" "'a \\\"quoted\\\"'" 100%% \\vprobe
		\\vprobe\\f probe\\f\\r} {
		lappend all "format $text +p"
	}
	lappend all "func ext4\\137read +p" "file inode\\.c +p" "module \\145xt4 +p"
	# Flags: each operator with each letter, with all, with none, with wrong ones.
	foreach op {+ - = ++ +- =+ "" ! ~} {
		foreach letters {"" p m f s l t _ pm fslt pmfslt tlsfmp pp __ p_ _p P pq q x 1 +p " p"
			pmfsltpmfsltpmfslt cs} {
			lappend all "module ext4 $op$letters"
		}
	}
	lappend all +p "+p +m" "+p -m" "+p file inode.c" "file inode.c +p line 100" "file +p" \
		"file inode.c" "file inode.c line" "line 100" "file inode.c func" "+p file" "" " " \
		"file inode.c +p +p" "=_" "-_" "=" "+"
	# Several queries, of which some are wrong or match nothing.
	foreach a {"+p" "module ext4 -p" "func none +p" "nonsense" "# none" "" "line x +p"} {
		foreach b {"line 100 =m" "func none =t" "file" " " "module xfs +x"} {
			lappend all "$a;$b" "$a\n$b" "$a ; $b ;"
		}
	}
	lappend all ";" ";;;" "\n;\n" "+p;+m;+f;+s;+l;+t;line 1 -pmfslt" "+p # one; +m"
	# As many words as there can be, one more, and very long ones.
	foreach n {1 2 3 4 5 6 7 8 9 10 20 1000} {
		lappend all "[string repeat "x " $n]+p" "[string repeat "x " $n]" \
			"[string repeat "func * " $n]+p"
	}
	lappend all "file inode.c func ext4* line 100 module ext4 +p" \
		"file inode.c func ext4* line 100 module ext4 class CORE +p" \
		"file inode.c func ext4* line 100 module ext4 format write +p" \
		"file inode.c func ext4* line 100 module ext4 format \"x +p"
	foreach n {38 39 40 41 126 127 128 200 1000 4089 4090 4091 4092 4093 4094 5000} {
		lappend all "func [string repeat a $n] +p" "[string repeat a $n] x +p" \
			"[string repeat " " $n]+p" "+[string repeat p $n]"
	}
	return [lsort -unique $all]
}

# encode QUERY: it as a line for program.h.
proc encode {query} {
	set line ""
	foreach byte [split [encoding convertto utf-8 $query] ""] {
		scan $byte %c code
		append line [expr {$code < 32 || $code > 126 || $byte eq "\\" ? [format "\\%03o" $code] : $byte}]
	}
	return $line
}
