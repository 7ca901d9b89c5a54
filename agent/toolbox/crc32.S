| CRC-32 over longs, about 56 cycles a byte on a 68000; what GCC makes of the same in C takes about twice that.

| uint32_t mc_crc32_longs(uint32_t crc, const uint8_t *bytes, uint32_t longs)
|
| The CRC is kept with its bytes reversed (crc32.c says why), so that a long of data is combined with it as it lies in memory,
| at an even address. Each of its four bytes has a table of its own; one table of 256 longs follows the other.
        .section .text.mc_crc32_longs,"ax",@progbits
        .balign 2
        .globl  mc_crc32_longs
        .type   mc_crc32_longs,@function
mc_crc32_longs:
        movem.l %d2-%d5/%a2-%a4,-(%sp)
        move.l  32(%sp),%d0
        move.l  36(%sp),%a0
        move.l  40(%sp),%d3
        lea     mc_crc32_tables,%a1     | for the last byte of the long
        lea     1024(%a1),%a2
        lea     1024(%a2),%a3
        lea     1024(%a3),%a4           | for the first
        move.w  #0x3FC,%d5              | an index of longs
        bra.s   next
long:
        move.l  (%a0)+,%d1
        eor.l   %d1,%d0

        move.w  %d0,%d2                 | last byte
        add.w   %d2,%d2
        add.w   %d2,%d2
        and.w   %d5,%d2
        move.l  (%a1,%d2.w),%d4

        lsr.w   #6,%d0                  | the one before
        and.w   %d5,%d0
        move.l  (%a2,%d0.w),%d1
        eor.l   %d1,%d4

        swap    %d0
        move.w  %d0,%d2                 | second
        add.w   %d2,%d2
        add.w   %d2,%d2
        and.w   %d5,%d2
        move.l  (%a3,%d2.w),%d1
        eor.l   %d1,%d4

        lsr.w   #6,%d0                  | first
        and.w   %d5,%d0
        move.l  (%a4,%d0.w),%d0
        eor.l   %d4,%d0
next:
        dbra    %d3,long
        movem.l (%sp)+,%d2-%d5/%a2-%a4
        rts
