/*
 * Streams of the MacTCP driver. Every call that may last is asynchronous, has no completion routine and is polled; a stream has
 * one call under way at a time (a receive that waits keeps a send behind it from completing). TCPStatus, which only looks,
 * tells whether anything has arrived, and only then is a receive posted: it completes at once.
 */
#include "tcp_mactcp.h"
#include "MacMemory.h"
#include "MacTCP.h"
#include "machine.h"

enum {
    DRIVER_BUFFER_BYTES = 8192, /* MacTCP advertises about 8 KB whatever it is given */
    READ_BYTES = 4096,
    MAX_STREAMS = 2,
    SEND_TIMEOUT_S = 30, /* for the other side to acknowledge */
    RECEIVE_TIMEOUT_S = 5, /* data is there when a receive is posted */
    DIAL_TIMEOUT_S = 30, /* for the other side to answer at all */
    CLOSE_TICKS = 3 * 60 /* for the other side to close too */
};

typedef enum call_kind { CALL_NONE, CALL_OPEN, CALL_SEND, CALL_RECEIVE, CALL_CLOSE, CALL_ABORT } call_kind;

struct mc_tcp {
    mc_tcp_state state;
    call_kind under_way;
    bool cancelled; /* TCPAbort was called on top of the call under way */
    uint16_t unread; /* bytes that TCPStatus saw */
    uint16_t arrived; /* bytes of a receive that nobody has taken yet */
    uint32_t now;
    uint32_t deadline; /* while closing: when to stop being polite */
    OSErr error; /* why listening or dialling failed */
    wdsEntry wds[2];
    TCPiopb call;
    TCPiopb abort;
    TCPiopb status;
    uint8_t read[READ_BYTES];
    uint8_t driver_buffer[DRIVER_BUFFER_BYTES];
};

static int16_t driver;
static mc_tcp *streams[MAX_STREAMS];

OSErr mc_mactcp_open(void)
{
    static uint8_t name[] = "\4.IPP";
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.ioParam.ioNamePtr = name;
    OSErr err = PBOpenSync(&block);
    driver = block.ioParam.ioRefNum;
    return err;
}

static TCPiopb *prepare(mc_tcp *tcp, TCPiopb *block, int16_t code)
{
    StreamPtr stream = tcp->call.tcpStream;
    memset(block, 0, sizeof *block);
    block->ioCRefNum = driver;
    block->csCode = code;
    block->tcpStream = stream;
    return block;
}

static void start(mc_tcp *tcp, call_kind kind)
{
    tcp->under_way = kind;
    TCPControlAsync(&tcp->call);
}

/* ---- Making and giving back ---- */

static bool remember(mc_tcp *tcp)
{
    for (uint8_t i = 0; i < MAX_STREAMS; i++)
        if (!streams[i]) {
            streams[i] = tcp;
            return true;
        }
    return false;
}

mc_tcp *mc_tcp_create(void)
{
    mc_tcp *tcp = (mc_tcp *)NewPtrClear(sizeof(mc_tcp));
    if (!tcp || !remember(tcp))
        return NULL;
    mc_hold(tcp, sizeof(mc_tcp));
    TCPCreatePB *create = &prepare(tcp, &tcp->call, TCPCreate)->csParam.create;
    create->rcvBuff = tcp->driver_buffer;
    create->rcvBuffLen = sizeof tcp->driver_buffer;
    if (TCPControlSync(&tcp->call) != noErr)
        tcp->call.tcpStream = 0;
    return tcp->call.tcpStream ? tcp : NULL;
}

void mc_mactcp_release_all(void)
{
    for (uint8_t i = 0; i < MAX_STREAMS; i++) {
        mc_tcp *tcp = streams[i];
        streams[i] = NULL;
        if (tcp && tcp->call.tcpStream)
            TCPControlSync(prepare(tcp, &tcp->status, TCPRelease)); /* the other blocks may be under way */
    }
}

/* ---- Listening and dialling ---- */

static TCPOpenPB *prepare_open(mc_tcp *tcp, int16_t code, uint8_t timeout)
{
    TCPOpenPB *open = &prepare(tcp, &tcp->call, code)->csParam.open;
    open->ulpTimeoutValue = timeout;
    open->ulpTimeoutAction = kTCPTimeoutAbort;
    open->validityFlags = kTCPTimeoutValid | kTCPTimeoutActionValid;
    tcp->error = noErr;
    return open;
}

void mc_tcp_listen(mc_tcp *tcp, uint16_t port)
{
    prepare_open(tcp, TCPPassiveOpen, SEND_TIMEOUT_S)->localPort = port;
    tcp->state = MC_TCP_LISTENING;
    start(tcp, CALL_OPEN);
}

/* MacTCP chooses the port on this side. */
void mc_tcp_dial(mc_tcp *tcp, uint32_t address, uint16_t port)
{
    TCPOpenPB *open = prepare_open(tcp, TCPActiveOpen, DIAL_TIMEOUT_S);
    open->remoteHost = address;
    open->remotePort = port;
    tcp->state = MC_TCP_DIALLING;
    start(tcp, CALL_OPEN);
}

int16_t mc_tcp_error(const mc_tcp *tcp)
{
    return tcp->error;
}

static void finish_opening(mc_tcp *tcp)
{
    tcp->unread = 0;
    tcp->arrived = 0;
    tcp->error = tcp->call.ioResult;
    tcp->state = tcp->error == noErr ? MC_TCP_CONNECTED : MC_TCP_IDLE;
}

/* ---- Connected ---- */

static OSErr look(mc_tcp *tcp)
{
    return TCPControlSync(prepare(tcp, &tcp->status, TCPStatus));
}

static bool is_over(uint8_t connection_state)
{
    return connection_state < TCPSEstablished || connection_state >= TCPSCloseWait;
}

static void look_for_data(mc_tcp *tcp)
{
    const TCPStatusPB *status = &tcp->status.csParam.status;
    if (look(tcp) != noErr) {
        tcp->state = MC_TCP_ENDED;
        return;
    }
    tcp->unread = status->amtUnreadData;
    if (tcp->unread == 0 && is_over(status->connectionState))
        tcp->state = MC_TCP_ENDED;
}

bool mc_tcp_busy(const mc_tcp *tcp)
{
    return tcp->under_way != CALL_NONE;
}

static void start_receiving(mc_tcp *tcp)
{
    TCPReceivePB *receive = &prepare(tcp, &tcp->call, TCPRcv)->csParam.receive;
    receive->commandTimeoutValue = RECEIVE_TIMEOUT_S;
    receive->rcvBuff = tcp->read;
    receive->rcvBuffLen = tcp->unread < READ_BYTES ? tcp->unread : READ_BYTES;
    start(tcp, CALL_RECEIVE);
}

/* A receive that found nothing is no reason to give up: TCPStatus will tell whether the connection still stands. */
static void finish_receiving(mc_tcp *tcp)
{
    tcp->unread = 0;
    tcp->arrived = tcp->call.ioResult == noErr ? tcp->call.csParam.receive.rcvBuffLen : 0;
}

static void finish_call(mc_tcp *tcp)
{
    call_kind kind = tcp->under_way;
    if (kind == CALL_NONE || tcp->call.ioResult == inProgress)
        return;
    tcp->under_way = CALL_NONE;
    if (kind == CALL_OPEN && tcp->state != MC_TCP_CLOSING)
        finish_opening(tcp);
    else if (kind == CALL_RECEIVE)
        finish_receiving(tcp);
    else if (kind == CALL_SEND && tcp->call.ioResult != noErr)
        tcp->state = MC_TCP_ENDED;
}

uint16_t mc_tcp_receive(mc_tcp *tcp, const uint8_t **bytes)
{
    if (!tcp->arrived && tcp->unread && !mc_tcp_busy(tcp)) {
        start_receiving(tcp);
        finish_call(tcp);
    }
    uint16_t count = tcp->arrived;
    tcp->arrived = 0;
    *bytes = tcp->read;
    return count;
}

void mc_tcp_send(mc_tcp *tcp, const uint8_t *bytes, uint16_t count)
{
    TCPSendPB *send = &prepare(tcp, &tcp->call, TCPSend)->csParam.send;
    tcp->wds[0].length = count;
    tcp->wds[0].ptr = bytes;
    send->ulpTimeoutValue = SEND_TIMEOUT_S;
    send->ulpTimeoutAction = kTCPTimeoutAbort;
    send->validityFlags = kTCPTimeoutValid | kTCPTimeoutActionValid;
    send->pushFlag = 1;
    send->wdsPtr = tcp->wds;
    start(tcp, CALL_SEND);
}

/* ---- Closing ----
   TCPClose sends what is left and says that we are done; then the other side is given time to do the same; TCPAbort makes
   sure. Where a call is still under way only TCPAbort is left, and the call's block is ours again when it has completed. */

static void abort_connection(mc_tcp *tcp)
{
    tcp->cancelled = true;
    TCPControlAsync(prepare(tcp, &tcp->abort, TCPAbort));
}

void mc_tcp_close(mc_tcp *tcp)
{
    tcp->state = MC_TCP_CLOSING;
    tcp->deadline = tcp->now + CLOSE_TICKS;
    tcp->cancelled = false;
    if (mc_tcp_busy(tcp)) {
        abort_connection(tcp);
        return;
    }
    TCPClosePB *close = &prepare(tcp, &tcp->call, TCPClose)->csParam.close;
    close->ulpTimeoutValue = SEND_TIMEOUT_S;
    close->ulpTimeoutAction = kTCPTimeoutAbort;
    close->validityFlags = kTCPTimeoutValid | kTCPTimeoutActionValid;
    start(tcp, CALL_CLOSE);
}

static bool other_side_is_gone(mc_tcp *tcp)
{
    if (look(tcp) != noErr)
        return true;
    uint8_t state = tcp->status.csParam.status.connectionState;
    return state == TCPSClosed || state == TCPSTimeWait;
}

static void go_on_closing(mc_tcp *tcp)
{
    bool late = (int32_t)(tcp->now - tcp->deadline) >= 0;
    if (!tcp->cancelled) {
        if (late || (!mc_tcp_busy(tcp) && other_side_is_gone(tcp)))
            abort_connection(tcp);
        return;
    }
    if (tcp->abort.ioResult == inProgress || mc_tcp_busy(tcp))
        return;
    tcp->state = MC_TCP_IDLE;
}

mc_tcp_state mc_tcp_poll(mc_tcp *tcp, uint32_t now)
{
    tcp->now = now;
    finish_call(tcp);
    if (tcp->state == MC_TCP_CLOSING)
        go_on_closing(tcp);
    else if (tcp->state == MC_TCP_CONNECTED && !mc_tcp_busy(tcp) && !tcp->arrived)
        look_for_data(tcp);
    return tcp->state;
}
