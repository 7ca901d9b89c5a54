| Start code: the first bytes of the image in CODE 1, where the only jump table entry points.
|
| The Segment Loader has locked CODE 1 and set A5; where CODE 1 lies is known only now. So the image, linked at 0, is
| relocated here: to each of its absolute addresses the address of the image is added, or, when it points into what starts
| as zero (linked at ZEROED_ORIGIN), the distance to the memory that is taken for that. Until this is done nothing may be
| called or named except relative to the program counter.
|
| The resource RELO 0 holds the size of what starts as zero (a long), then the distance from each fix-up to the next (from the
| image to the first) in words: a byte, or where that is too small 255 and 16 bits. It ends with 0 and is given back once used.

        .set    ZEROED_ORIGIN,      0x400000
        .set    RELO,               0x52454C4F
        .set    FAR,                255

        .set    NewPtrClear,        0xA31E
        .set    GetResource,        0xA9A0
        .set    ReleaseResource,    0xA9A3
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
        | Only once: a second entry would add the address again.
        lea     relocated(%pc),%a2
        tst.b   (%a2)
        bne.w   run
        st      (%a2)

        subq.l  #4,%sp
        move.l  #RELO,-(%sp)
        clr.w   -(%sp)
        .word   GetResource
        move.l  (%sp)+,%d5              | the table's handle
        beq.s   quit
        move.l  %d5,%a3
        move.l  (%a3),%a4
        move.l  (%a4),%d0
        .word   NewPtrClear             | which may move the table
        tst.w   %d0
        bne.s   quit
        move.l  %a0,%d4
        sub.l   #ZEROED_ORIGIN,%d4      | what is added to an address of what starts as zero

        | With 24-bit addressing the program counter may carry the flags of CODE 1's master pointer in its high byte.
        lea     mc_start(%pc),%a0
        move.l  %a0,%d0
        .word   StripAddress
        move.l  %d0,%d3                 | what is added to an address of the image
        move.l  %d5,%a3
        move.l  (%a3),%a4
        addq.l  #4,%a4                  | the table
        move.l  %d0,%a3                 | the fix-up
relocate:
        moveq   #0,%d0
        move.b  (%a4)+,%d0
        beq.s   relocated_all
        cmp.b   #FAR,%d0
        bne.s   near
        move.b  (%a4)+,%d0
        lsl.w   #8,%d0
        move.b  (%a4)+,%d0
near:
        add.l   %d0,%d0
        adda.l  %d0,%a3
        cmp.l   #ZEROED_ORIGIN,(%a3)
        bcc.s   in_zeroed
        add.l   %d3,(%a3)
        bra.s   relocate
in_zeroed:
        add.l   %d4,(%a3)
        bra.s   relocate
relocated_all:
        move.l  %d5,-(%sp)
        .word   ReleaseResource

        | The instruction cache of a 68020 and later, and the copyback data cache of a 68040, may still hold what was
        | there before. CacheFlush empties both. Where it is missing HWPriv may exist (Inside Macintosh: Memory,
        | chapter 4); a 68000 has neither, and no cache.
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
quit:
        .word   ExitToShell

relocated:
        .byte   0
        .balign 2
