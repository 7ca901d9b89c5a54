| The sums of core/fingerprint.c over longs: 8.3 cycles a byte on a 68000; what GCC makes of the same in C takes about 13.

| void mc_sum_longs(mc_sum *sum, const uint8_t *bytes, uint16_t longs)
|
| `bytes` is an even address. (A short argument is passed as a long.)
        .section .text.mc_sum_longs,"ax",@progbits
        .balign 2
        .globl  mc_sum_longs
        .type   mc_sum_longs,@function

        .macro  add_long
        add.l   (%a0)+,%d0
        rol.l   #1,%d0
        add.l   %d0,%d1
        .endm

mc_sum_longs:
        movem.l %d2-%d3,-(%sp)
        move.l  12(%sp),%a1
        move.l  16(%sp),%a0
        move.w  22(%sp),%d2
        moveq   #7,%d3
        and.w   %d2,%d3
        lsr.w   #3,%d2
        movem.l (%a1),%d0-%d1
        bra.s   2f
1:      .rept   8
        add_long
        .endr
2:      dbra    %d2,1b
        bra.s   4f
3:      add_long
4:      dbra    %d3,3b
        movem.l %d0-%d1,(%a1)
        movem.l (%sp)+,%d2-%d3
        rts
