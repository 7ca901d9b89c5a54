| What GCC calls when a plain 68000 has no instruction for it, and the four memory routines that it takes for granted in
| any program. libgcc's own division uses branches that only a 68020 has.
|
| Arguments on the stack, the result in D0, a pointer in A0 as well; D0-D1 and A0-A1 are free to use. Sections are
| separate, so that the linker leaves out what is not called.

        .macro  routine name
        .globl  \name
        .type   \name,@function
\name:
        .endm

| ---- long __mulsi3(long a, long b)
| The low 32 bits are the same signed and unsigned: (a.high * b.low + a.low * b.high) * 65536 + a.low * b.low.

        .section .text.multiply,"ax",@progbits
        routine __mulsi3
        move.w  4(%sp),%d0
        mulu.w  10(%sp),%d0
        move.w  6(%sp),%d1
        mulu.w  8(%sp),%d1
        add.w   %d1,%d0
        swap    %d0
        clr.w   %d0
        move.w  6(%sp),%d1
        mulu.w  10(%sp),%d1
        add.l   %d1,%d0
        rts

| ---- Division. By zero it traps, as the instruction does.

        .section .text.divide,"ax",@progbits
        routine __udivsi3               | unsigned long (unsigned long dividend, unsigned long divisor)
        move.l  4(%sp),%d0
        move.l  8(%sp),%d1
        bra.s   divide

        routine __umodsi3               | unsigned long (unsigned long dividend, unsigned long divisor)
        move.l  4(%sp),%d0
        move.l  8(%sp),%d1
        bsr.s   divide
        move.l  %d1,%d0
        rts

        routine __divsi3                | long (long dividend, long divisor), towards zero
        bsr.s   divide_magnitudes
        tst.b   4(%sp)
        bpl.s   1f
        neg.l   %d0
1:      tst.b   8(%sp)
        bpl.s   2f
        neg.l   %d0
2:      rts

        routine __modsi3                | long (long dividend, long divisor), with the sign of the dividend
        bsr.s   divide_magnitudes
        move.l  %d1,%d0
        tst.b   4(%sp)
        bpl.s   1f
        neg.l   %d0
1:      rts

| The arguments of the caller without their signs.
divide_magnitudes:
        move.l  8(%sp),%d0
        bpl.s   1f
        neg.l   %d0
1:      move.l  12(%sp),%d1
        bpl.s   divide
        neg.l   %d1

| D0 by D1, unsigned: quotient to D0, remainder to D1.
divide:
        move.l  %d2,-(%sp)
        move.l  %d3,-(%sp)
        move.l  %d0,%d2
        clr.w   %d2
        swap    %d2                     | high word of the dividend
        cmp.l   #0xFFFF,%d1
        bhi.s   by_long

        | The divisor is one word: divide high word and low word in turn, as on paper.
        divu.w  %d1,%d2
        move.w  %d2,%d3                 | high word of the quotient; its remainder stays in front of the low word
        move.w  %d0,%d2
        divu.w  %d1,%d2
        move.w  %d3,%d0
        swap    %d0
        move.w  %d2,%d0
        clr.w   %d2
        swap    %d2
        bra.s   divided

        | The divisor is longer, so the quotient is one word: sixteen steps of long division. The remainder, D2, starts
        | with the high word; bits of the dividend leave D0 at the top and bits of the quotient enter at the bottom.
by_long:
        swap    %d0
        clr.w   %d0
        moveq   #15,%d3
1:      add.l   %d0,%d0
        addx.l  %d2,%d2
        cmp.l   %d1,%d2
        bcs.s   2f
        sub.l   %d1,%d2
        addq.w  #1,%d0
2:      dbra    %d3,1b

divided:
        move.l  %d2,%d1
        move.l  (%sp)+,%d3
        move.l  (%sp)+,%d2
        rts

| ---- Memory. Long moves wherever the addresses allow them: about 5 cycles a byte, against 14 byte by byte.

| As many longs as D0, a count of bytes, allows; D0 keeps what is left.
        .macro  move_longs from, to
        move.l  %d0,%d1
        lsr.l   #5,%d1
        beq.s   2f
1:      .rept   8
        move.l  \from,\to
        .endr
        subq.l  #1,%d1
        bne.s   1b
2:      moveq   #28,%d1
        and.w   %d0,%d1
        lsr.w   #2,%d1
        bra.s   4f
3:      move.l  \from,\to
4:      dbra    %d1,3b
        andi.l  #3,%d0
        .endm

| D0 bytes.
        .macro  move_bytes from, to
        move.l  %d0,%d1
        lsr.l   #3,%d1
        beq.s   2f
1:      .rept   8
        move.b  \from,\to
        .endr
        subq.l  #1,%d1
        bne.s   1b
2:      andi.w  #7,%d0
        bra.s   4f
3:      move.b  \from,\to
4:      dbra    %d0,3b
        .endm

| void *memcpy(void *to, const void *from, size_t count)
| void *memmove(void *to, const void *from, size_t count)

        .section .text.memmove,"ax",@progbits
        routine memmove
        move.l  4(%sp),%d0
        sub.l   8(%sp),%d0              | to - from, unsigned: less than count when `to` lies inside
        cmp.l   12(%sp),%d0
        bcs     copy_down

        routine memcpy
        move.l  4(%sp),%a0
        move.l  8(%sp),%a1
        move.l  12(%sp),%d0
        cmp.l   #16,%d0
        bcs.s   copy_bytes
        move.l  %a0,%d1
        sub.l   %a1,%d1
        lsr.b   #1,%d1
        bcs.s   copy_bytes              | one even, one odd
        move.l  %a0,%d1
        lsr.b   #1,%d1
        bcc.s   copy_longs
        move.b  (%a1)+,(%a0)+
        subq.l  #1,%d0
copy_longs:
        move_longs (%a1)+, (%a0)+
copy_bytes:
        move_bytes (%a1)+, (%a0)+
        move.l  4(%sp),%d0
        move.l  %d0,%a0
        rts

| The same from the end, for a `to` that lies behind `from` and inside it.
copy_down:
        move.l  12(%sp),%d0
        move.l  4(%sp),%a0
        adda.l  %d0,%a0
        move.l  8(%sp),%a1
        adda.l  %d0,%a1
        cmp.l   #16,%d0
        bcs.s   copy_bytes_down
        move.l  %a0,%d1
        sub.l   %a1,%d1
        lsr.b   #1,%d1
        bcs.s   copy_bytes_down
        move.l  %a0,%d1
        lsr.b   #1,%d1
        bcc.s   copy_longs_down
        move.b  -(%a1),-(%a0)
        subq.l  #1,%d0
copy_longs_down:
        move_longs -(%a1), -(%a0)
copy_bytes_down:
        move_bytes -(%a1), -(%a0)
        move.l  4(%sp),%d0
        move.l  %d0,%a0
        rts

| void *memset(void *to, int byte, size_t count)

        .section .text.memset,"ax",@progbits
        routine memset
        move.l  %d2,-(%sp)
        move.l  8(%sp),%a0
        move.b  15(%sp),%d2
        move.l  16(%sp),%d0
        cmp.l   #16,%d0
        bcs.s   set_bytes
        move.l  %a0,%d1
        lsr.b   #1,%d1
        bcc.s   set_longs
        move.b  %d2,(%a0)+
        subq.l  #1,%d0
set_longs:
        move.b  %d2,%d1                 | the byte four times
        lsl.w   #8,%d2
        move.b  %d1,%d2
        move.w  %d2,%d1
        swap    %d2
        move.w  %d1,%d2
        move_longs %d2, (%a0)+
set_bytes:
        move_bytes %d2, (%a0)+
        move.l  (%sp)+,%d2
        move.l  4(%sp),%d0
        move.l  %d0,%a0
        rts

| int memcmp(const void *a, const void *b, size_t count)

        .section .text.memcmp,"ax",@progbits
        routine memcmp
        move.l  4(%sp),%a0
        move.l  8(%sp),%a1
        move.l  12(%sp),%d0
        beq.s   2f
1:      cmpm.b  (%a1)+,(%a0)+
        bne.s   differ
        subq.l  #1,%d0
        bne.s   1b
2:      rts
differ: moveq   #0,%d0
        move.b  -(%a0),%d0
        moveq   #0,%d1
        move.b  -(%a1),%d1
        sub.l   %d1,%d0
        rts
