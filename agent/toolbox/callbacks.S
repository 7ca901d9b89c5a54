| What the Toolbox calls in the agent with its own conventions.

| ExitToShell, patched: whoever ends the agent, what it has running at interrupt time and in drivers is undone first. Then
| the old ExitToShell goes on. Called with no parameters and never returned from.
        .section .text.mc_exit_patch,"ax",@progbits
        .balign 2
        .globl  mc_exit_patch
mc_exit_patch:
        jsr     mc_undo_everything
        move.l  mc_old_exit_to_shell,%a0
        jmp     (%a0)
