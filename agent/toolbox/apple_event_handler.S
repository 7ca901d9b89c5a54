| How the Apple Event Manager calls a handler: a Pascal function (theAppleEvent, reply, refcon) of an OSErr (Inside Macintosh:
| Interapplication Communication, chapter 4, "Writing Apple Event Handlers"). One routine stands for all handlers in C: the reference constant is
| the address of the one that is meant.
        .section .text.mc_call_event_handler,"ax",@progbits
        .balign 2
        .globl  mc_call_event_handler
mc_call_event_handler:
        move.l  4(%sp),%a1              | the handler
        move.l  8(%sp),-(%sp)           | reply
        move.l  16(%sp),-(%sp)          | the event
        jsr     (%a1)
        addq.l  #8,%sp
        move.l  (%sp)+,%a0
        lea     12(%sp),%sp
        move.w  %d0,(%sp)
        jmp     (%a0)
