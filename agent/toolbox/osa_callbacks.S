| How AppleScript and AESend call what mac/applescript_callbacks.c has for them: Pascal functions (Inside Macintosh: Interapplication
| Communication, chapter 10, "Application-Defined Routines"; chapter 5, "Application-Defined Routines").

| OSErr active(refCon)
        .section .text.mc_call_osa_active,"ax",@progbits
        .balign 2
        .globl  mc_call_osa_active
mc_call_osa_active:
        jsr     mc_osa_active
        move.l  (%sp)+,%a0
        addq.l  #4,%sp
        move.w  %d0,(%sp)
        jmp     (%a0)

| OSErr send(theAppleEvent, reply, sendMode, sendPriority, timeOutInTicks, idleProc, filterProc, refCon): the priority is a word, the
| rest are longs. Its last three arguments are of no use to us.
        .section .text.mc_call_osa_send,"ax",@progbits
        .balign 2
        .globl  mc_call_osa_send
mc_call_osa_send:
        move.l  16(%sp),-(%sp)          | timeOutInTicks
        move.w  24(%sp),%d0
        ext.l   %d0
        move.l  %d0,-(%sp)              | sendPriority
        move.l  30(%sp),-(%sp)          | sendMode
        move.l  38(%sp),-(%sp)          | reply
        move.l  46(%sp),-(%sp)          | theAppleEvent
        jsr     mc_osa_send
        lea     20(%sp),%sp
        move.l  (%sp)+,%a0
        lea     30(%sp),%sp
        move.w  %d0,(%sp)
        jmp     (%a0)

| Boolean idle(event, sleepTime, mouseRgn): a Boolean is the upper byte of a word.
        .section .text.mc_call_osa_idle,"ax",@progbits
        .balign 2
        .globl  mc_call_osa_idle
mc_call_osa_idle:
        move.l  8(%sp),-(%sp)           | sleepTime
        jsr     mc_osa_idle
        addq.l  #4,%sp
        move.l  (%sp)+,%a0
        lea     12(%sp),%sp
        move.b  %d0,(%sp)
        jmp     (%a0)
