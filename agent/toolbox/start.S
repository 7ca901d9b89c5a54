| Start code: the first bytes of the image in CODE 1, where the only jump table entry points.
|
| The Segment Loader has locked CODE 1 and set A5; where CODE 1 lies is known only now. So the image, linked at 0, is
| relocated here: to each of its absolute addresses the address of the image is added. Until that is done nothing may be
| called or named except relative to the program counter.
|
| The table of fix-ups lies where .bss will be. It holds the distance from each fix-up to the next (from the image to the
| first) in words, 16 bits each, and ends with 0. Each entry is cleared once read; the file has zeros for the rest.

        .set    Unimplemented,      0xA89F
        .set    GetToolTrapAddress, 0xA746
        .set    GetOSTrapAddress,   0xA346
        .set    StripAddress,       0xA055
        .set    CacheFlush,         0xA0BD
        .set    HWPriv,             0xA198
        .set    ExitToShell,        0xA9F4
        .set    FlushInstructionCache, 1 | selector of HWPriv

        .section .start,"awx",@progbits
        .globl  mc_start
mc_start:
        | Only once: a second entry would add the address again, and take .bss for the table.
        lea     relocated(%pc),%a2
        tst.b   (%a2)
        bne.s   run
        st      (%a2)

        | With 24-bit addressing the program counter may carry the flags of CODE 1's master pointer in its high byte.
        lea     mc_start(%pc),%a0
        move.l  %a0,%d0
        .word   StripAddress
        move.l  %d0,%d3                 | what is added to each fix-up
        move.l  %d0,%a3                 | the fix-up
        lea     to_fixups(%pc),%a4
        adda.l  (%a4),%a4               | the table
relocate:
        moveq   #0,%d0
        move.w  (%a4),%d0
        beq.s   flush
        clr.w   (%a4)+
        add.l   %d0,%d0
        adda.l  %d0,%a3
        add.l   %d3,(%a3)
        bra.s   relocate

        | The instruction cache of a 68020 and later, and the copyback data cache of a 68040, may still hold what was
        | there before. CacheFlush empties both. Where it is missing HWPriv may exist (Inside Macintosh: Memory,
        | chapter 4); a 68000 has neither, and no cache.
flush:
        move.w  #Unimplemented,%d0
        .word   GetToolTrapAddress
        move.l  %a0,%a3
        move.w  #CacheFlush,%d0
        .word   GetOSTrapAddress
        cmpa.l  %a0,%a3
        beq.s   no_cache_flush
        .word   CacheFlush
        bra.s   run
no_cache_flush:
        move.w  #HWPriv,%d0
        .word   GetOSTrapAddress
        cmpa.l  %a0,%a3
        beq.s   run
        moveq   #FlushInstructionCache,%d0
        .word   HWPriv

run:
        jsr     mc_main
        .word   ExitToShell

        | A difference, so that it needs no fix-up itself.
        .balign 2
to_fixups:
        .long   mc_fixups - to_fixups
relocated:
        .byte   0
        .balign 2
