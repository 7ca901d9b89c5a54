/*
 * Lines wait until there are enough of them for a write, or for a second: a write costs as much as a turn may take, however
 * short it is. What a crash may take with it is the last second, and what was appended since the volume was last flushed.
 * A disk that takes nothing is tried again later; the lines that memory could not hold meanwhile are counted.
 */
#include "log_file.h"
#include "clock.h"
#include "decimal.h"
#include "log.h"

enum {
    FILES = 3,
    PIECE_BYTES = 1024,
    ENOUGH_BYTES = 512,
    FULL_BYTES = 256 * 1024,
    WAIT_TICKS = 60,
    FLUSH_TICKS = 10 * 60,
    RETRY_TICKS = 30 * 60,
    PIECES_AT_END = 32
};

typedef enum rotation { NONE, DROP_OLDEST, AGE_SECOND, AGE_FIRST, FAILED } rotation;

static struct {
    int16_t reference; /* 0: closed */
    uint32_t size;
    uint32_t taken; /* number of the line that was taken last */
    uint32_t due; /* in ticks: of what waits in the piece, or of the next attempt while closed */
    uint32_t flush_due;
    bool unflushed;
    bool refused; /* the disk did not take the last piece, and that has been said */
    bool keep; /* the files keep their names */
    rotation rotation;
    uint16_t filled;
    uint8_t piece[PIECE_BYTES];
} out;

uint8_t *mc_log_file_name(uint8_t file)
{
    static uint8_t names[FILES][15] = {"\14mc-agent Log", "\16mc-agent Log.1", "\16mc-agent Log.2"};
    return names[file];
}

static bool is_past(uint32_t deadline)
{
    return (int32_t)(mc_ticks() - deadline) >= 0;
}

static void prepare(HParamBlockRec *block)
{
    memset(block, 0, sizeof *block);
    block->ioParam.ioRefNum = out.reference;
}

static void close_file(void)
{
    HParamBlockRec block;
    prepare(&block);
    out.reference = 0;
    PBCloseSync(&block);
}

/* It is said once, and whoever can still be reached reads it: memory holds the line. */
static void give_up_for_now(OSErr err)
{
    if (out.reference)
        close_file();
    out.due = mc_ticks() + RETRY_TICKS;
    if (!out.refused)
        mc_log(MC_LOG_LEVEL_WARN, MC_LOG_CATEGORY_FS, "the disk does not take the log: error %d", (int32_t)err);
    out.refused = true;
}

static void open_file(void)
{
    HParamBlockRec block;
    OSErr err = mc_own_file_open(&block, mc_log_file_name(0));
    if (err == noErr) {
        out.reference = block.ioParam.ioRefNum;
        prepare(&block);
        err = PBGetEOFSync(&block);
        out.size = (uint32_t)block.ioParam.ioMisc;
    }
    if (err != noErr)
        give_up_for_now(err);
    else
        out.due = mc_ticks();
}

/* ---- From memory into the piece ---- */

static void put(const uint8_t *text, uint16_t length)
{
    memcpy(out.piece + out.filled, text, length);
    out.filled = (uint16_t)(out.filled + length);
}

static void put_lost(uint32_t lines)
{
    static const uint8_t words[] = " lines were lost\r";
    char digits[MC_DECIMAL_DIGITS];
    put((const uint8_t *)digits, mc_decimal(lines, digits));
    put(words, sizeof words - 1);
}

/* Room for a line, its Return, and what may have to be said before it. */
static bool has_room(void)
{
    return out.filled + MC_LOG_LINE_BYTES + 1 + 2 * MC_DECIMAL_DIGITS + 20 <= PIECE_BYTES;
}

static void gather(void)
{
    mc_log_line line;
    if (out.filled == 0)
        out.due = mc_ticks() + WAIT_TICKS;
    while (out.taken != mc_log_newest() && has_room()) {
        uint32_t lost = mc_log_oldest() - (out.taken + 1);
        if ((int32_t)lost > 0) {
            put_lost(lost);
            out.taken += lost;
        }
        if (!mc_log_get(++out.taken, &line))
            continue;
        put(line.text, line.length);
        out.piece[out.filled++] = '\r';
    }
}

/* ---- From the piece to the disk ---- */

/* Over what an earlier attempt may have left: the file ends where the last good write ended. */
static void write_piece(void)
{
    HParamBlockRec block;
    prepare(&block);
    block.ioParam.ioBuffer = out.piece;
    block.ioParam.ioReqCount = out.filled;
    block.ioParam.ioPosMode = fsFromStart;
    block.ioParam.ioPosOffset = (int32_t)out.size;
    OSErr err = PBWriteSync(&block);
    if (err != noErr) {
        give_up_for_now(err);
        return;
    }
    out.size += out.filled;
    out.filled = 0;
    out.refused = false;
    out.unflushed = true;
    out.flush_due = mc_ticks() + FLUSH_TICKS;
}

static void flush_volume(void)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    out.unflushed = false;
    if (mc_own_file(&block, NULL) == noErr)
        PBFlushVolSync(&block);
}

/* ---- Rotation: one step a turn ---- */

static OSErr rename(uint8_t from, uint8_t to)
{
    HParamBlockRec block;
    OSErr err = mc_own_file(&block, mc_log_file_name(from));
    if (err != noErr)
        return err;
    block.ioParam.ioMisc = (Ptr)mc_log_file_name(to);
    return PBHRenameSync(&block);
}

static OSErr drop_oldest(void)
{
    HParamBlockRec block;
    OSErr err = mc_own_file(&block, mc_log_file_name(FILES - 1));
    return err == noErr ? PBHDeleteSync(&block) : err;
}

/* Somebody has locked the older files, or has them open: then the log starts over where it is. */
static void start_over(void)
{
    HParamBlockRec block;
    open_file();
    if (!out.reference)
        return;
    prepare(&block);
    OSErr err = PBSetEOFSync(&block);
    if (err != noErr)
        give_up_for_now(err);
    else
        out.size = 0;
}

static void go_on_rotating(void)
{
    OSErr err = noErr;
    switch (out.rotation) {
    case DROP_OLDEST:
        err = drop_oldest();
        break;
    case AGE_SECOND:
        err = rename(1, 2);
        break;
    case AGE_FIRST:
        err = rename(0, 1);
        break;
    default:
        out.rotation = NONE;
        start_over();
        return;
    }
    if (err != noErr && err != fnfErr)
        out.rotation = FAILED;
    else
        out.rotation = out.rotation == AGE_FIRST ? NONE : out.rotation + 1;
}

static void start_rotating(void)
{
    close_file();
    out.rotation = DROP_OLDEST;
}

/* ---- */

/* What there is to do. */
static void (*due_work(void))(void)
{
    if (out.rotation != NONE)
        return go_on_rotating;
    if (!out.reference)
        return is_past(out.due) ? open_file : NULL;
    gather();
    if (out.size >= FULL_BYTES && !out.keep)
        return start_rotating;
    if (out.filled >= ENOUGH_BYTES || (out.filled && is_past(out.due)))
        return write_piece;
    if (out.unflushed && is_past(out.flush_due))
        return flush_volume;
    return NULL;
}

bool mc_log_file_turn(void)
{
    void (*work)(void) = due_work();
    if (work)
        work();
    return work != NULL;
}

bool mc_log_file_write_now(void)
{
    if (!out.reference)
        return false;
    gather();
    if (!out.filled)
        return false;
    write_piece();
    return out.reference != 0;
}

void mc_log_file_keep(bool keep)
{
    out.keep = keep;
}

void mc_log_file_close(void)
{
    uint8_t pieces = PIECES_AT_END;
    while (pieces-- && mc_log_file_write_now())
        ;
    if (out.reference)
        close_file();
}
