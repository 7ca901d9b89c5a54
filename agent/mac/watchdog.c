#include "watchdog.h"
#include "Files.h"
#include "LowMem.h"
#include "Timer.h"
#include "breadcrumb.h"
#include "log.h"

enum {
    PERIOD_MS = 1000,
    PATIENCE_S = 3,
    PATIENCE_TICKS = PATIENCE_S * 60,
    BUTTON_DOWN = 0,
    DIGITS = 4,
    SOON_MS = 10,
    SOME_CHARACTERS = 4 /* of a name: to find the end of a long one takes too long */
};

/* One stall at a time: it is over, and goes into the log, as soon as the event loop is heard of again. */
static struct {
    TMTask task;
    const mc_session *session; /* NULL: nobody is watching */
    volatile uint32_t due; /* in ticks: by when the event loop should have been heard of */
    volatile bool away; /* the others have the processor */
    volatile bool stalled;
    const char *where; /* of the stall */
    uint32_t seconds; /* how long it has lasted; one less than when it is noticed while there is none */
} watch;

typedef union digits {
    char text[DIGITS];
    uint32_t all;
} digits;

/* A line goes out in pieces, each a write of its own that is begun when the one before it has ended: to put it together would take
   longer than an interrupt should. */
static struct {
    HParamBlockRec write;
    int16_t reference; /* 0: closed */
    volatile uint8_t piece; /* the one that is going out; 0: none */
    bool tells; /* a line is to go out */
    const char *rest; /* of the name that is going out */
    uint32_t due; /* in seconds of a stall: when it is told again */
    digits seconds; /* of the stall */
    digits told; /* of the line that is going out */
} modem;

/* ---- At interrupt time ---- */

static const char *where(void)
{
    const mc_session *session = watch.session;
    if (watch.away)
        return "another application";
    if (mc_breadcrumb_now())
        return mc_breadcrumb_now();
    if (session->job.in_step)
        return session->job.method;
    if (session->request.activity != MC_ACTIVITY_NONE)
        return mc_method_name(session->request.method);
    return "the event loop";
}

static void write_piece(const char *text, uint16_t length)
{
    modem.write.ioParam.ioBuffer = (uint8_t *)text;
    modem.write.ioParam.ioReqCount = length;
    PBWriteAsync(&modem.write);
}

/* The name takes as many pieces as it needs. */
static void write_name(void)
{
    const char *end = modem.rest;
    const char *far = end + SOME_CHARACTERS;
    while (end != far && *end)
        end++;
    uint16_t length = (uint16_t)(end - modem.rest);
    write_piece(modem.rest, length);
    modem.rest = end;
    if (*end)
        modem.piece--;
}

static void write_seconds(void)
{
    const char *end = modem.told.text + DIGITS;
    const char *digits = modem.told.text;
    while (digits != end - 1 && *digits == '0')
        digits++;
    write_piece(digits, (uint16_t)(end - digits));
}

/* The completion routine of a piece: begins the next one. */
static void next_piece(void)
{
    switch (++modem.piece) {
    case 1:
        modem.rest = watch.where;
        modem.told = modem.seconds;
        write_piece("STALLED in ", 11);
        break;
    case 2:
        write_name();
        break;
    case 3:
        write_piece(" for ", 5);
        break;
    case 4:
        write_seconds();
        break;
    case 5:
        write_piece(" s\r\n", 4);
        break;
    default:
        modem.piece = 0;
    }
}

/* A division would take too long. */
static void count_second(void)
{
    char *digit = modem.seconds.text + DIGITS;
    while (digit-- > modem.seconds.text) {
        if (*digit != '9') {
            ++*digit;
            return;
        }
        *digit = '0';
    }
}

/* The modem port is told after 3 s, 6 s, 12 s and so on. */
static void note(void)
{
    if (!watch.stalled) {
        watch.stalled = true;
        watch.where = where();
    }
    watch.seconds++;
    count_second();
    if (modem.reference && watch.seconds >= modem.due && modem.piece == 0) {
        modem.due += modem.due;
        modem.tells = true;
    }
}

/* While the button is down the front application tracks it in a loop of its own, be it the user's button or that of a script:
   that is how menus are, and no stall. */
static void look(void)
{
    uint32_t now = LMTicks;
    if (watch.away && LMMBState == BUTTON_DOWN)
        watch.due = now + PATIENCE_TICKS;
    else if ((int32_t)(now - watch.due) >= 0)
        note();
}

/* Noticing and telling are each enough for one interrupt. */
static void tick(void)
{
    if (modem.tells) {
        modem.tells = false;
        next_piece();
        PrimeTime(&watch.task, PERIOD_MS - SOON_MS);
    } else {
        look();
        PrimeTime(&watch.task, modem.tells ? SOON_MS : PERIOD_MS);
    }
}

/* ---- From the event loop ---- */

static void forget(void)
{
    watch.stalled = false;
    watch.seconds = PATIENCE_S - 1;
    modem.seconds.all = '0000' + PATIENCE_S - 1;
    modem.due = PATIENCE_S;
}

/* Here the event loop is heard of. With a new time in `due` the stall is over. */
static void expect(uint32_t ticks)
{
    watch.due = LMTicks + ticks + PATIENCE_TICKS;
    if (!watch.stalled)
        return;
    uint32_t seconds = watch.seconds;
    forget();
    mc_log(MC_LOG_LEVEL_WARN, MC_LOG_CATEGORY_WATCHDOG, "STALLED in %s for %u s", watch.where, seconds);
}

void mc_watchdog_start(const mc_session *session)
{
    watch.session = session;
    forget();
    expect(0);
    watch.task.tmAddr = tick;
    InsTime(&watch.task);
    PrimeTime(&watch.task, PERIOD_MS);
}

/* Inside Macintosh: Devices, chapter 7: opened, the driver is configured for 9600 baud, 8 data bits, 2 stop bits and no parity. */
OSErr mc_watchdog_open_modem(void)
{
    static uint8_t name[] = "\5.AOut";
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.ioParam.ioNamePtr = name;
    OSErr err = PBOpenSync(&block);
    if (err != noErr)
        return err;
    modem.write.ioParam.ioRefNum = block.ioParam.ioRefNum;
    modem.write.ioParam.ioCompletion = next_piece;
    modem.reference = block.ioParam.ioRefNum;
    return noErr;
}

void mc_watchdog_leave(uint32_t ticks)
{
    expect(ticks);
    watch.away = true;
}

void mc_watchdog_return(void)
{
    watch.away = false;
    expect(0);
}

static void close_modem(void)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.ioParam.ioRefNum = modem.reference;
    modem.reference = 0;
    modem.write.ioParam.ioCompletion = NULL;
    PBKillIOSync(&block);
    PBCloseSync(&block);
}

void mc_watchdog_stop(void)
{
    if (watch.session)
        RmvTime(&watch.task);
    watch.session = NULL;
    if (modem.reference)
        close_modem();
}
