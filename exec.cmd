@rem "exec" of npm's scripts, which other systems' shells know: the program takes the shell's place, and gets npm's signals.
@%*
