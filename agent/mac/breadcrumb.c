/*
 * The file holds one line: `BEGIN op=what` while something is under way, which is `serving` between risky calls, and `END` when
 * the agent has ended well. The line fills a block of the disk, so that writing it changes neither the file's size nor the
 * catalogue, and flushing the file is enough (Inside Macintosh: Files, chapter 2, PBFlushFile). Writing and flushing are an access to the
 * disk each, and have a turn each; so has the writing of `serving` after a call, which is not flushed: when it is lost, the next hello
 * names a call that was survived.
 */
#include "breadcrumb.h"
#include "own_file.h"

enum { BLOCK_BYTES = 512, OP_BYTES = 64 };

static const char begin_word[] = "BEGIN op=";
static const char end_word[] = "END";
static const char serving[] = "serving";

static uint8_t line[BLOCK_BYTES];
static char last_crash[OP_BYTES];
static const char *volatile now;
static const char *written; /* what the block names; NULL: serving */
static bool flushed; /* it is on the disk */
static bool fresh; /* the call that it is for is still to come */
static int16_t file; /* 0: there is none, and nothing is recorded */
static uint8_t depth;

static void append(uint16_t *length, const char *text)
{
    while (*text && *length < BLOCK_BYTES - 1)
        line[(*length)++] = (uint8_t)*text++;
}

static void prepare(HParamBlockRec *block)
{
    memset(block, 0, sizeof *block);
    block->ioParam.ioRefNum = file;
    block->ioParam.ioBuffer = line;
    block->ioParam.ioReqCount = BLOCK_BYTES;
    block->ioParam.ioPosMode = fsFromStart;
}

static bool write_line(const char *word, const char *what)
{
    HParamBlockRec block;
    uint16_t length = 0;
    memset(line, 0, sizeof line);
    append(&length, word);
    append(&length, what);
    line[length] = '\r';
    prepare(&block);
    return PBWriteSync(&block) == noErr;
}

static void flush(void)
{
    HParamBlockRec block;
    prepare(&block);
    PBFlushFileSync(&block);
}

static void close_file(void)
{
    HParamBlockRec block;
    prepare(&block);
    file = 0;
    PBCloseSync(&block);
}

/* As far as it is plain text: whatever else the file may hold is none of ours. */
static void remember_crash(void)
{
    const uint16_t prefix = sizeof begin_word - 1;
    uint8_t length = 0;
    if (memcmp(line, begin_word, prefix) != 0)
        return;
    while (length < OP_BYTES - 1 && line[prefix + length] >= ' ' && line[prefix + length] < 0x7F) {
        last_crash[length] = (char)line[prefix + length];
        length++;
    }
}

/* The block is allocated, and the catalogue knows of it, before anything is written over it. */
static bool allocate(HParamBlockRec *block)
{
    block->ioParam.ioMisc = (Ptr)BLOCK_BYTES;
    if (PBSetEOFSync(block) != noErr)
        return false;
    memset(block, 0, sizeof *block);
    return PBFlushVolSync(block) == noErr;
}

void mc_breadcrumb_open(void)
{
    static uint8_t name[] = "\23mc-agent Breadcrumb";
    HParamBlockRec block;
    if (mc_own_file_open(&block, name) != noErr)
        return;
    file = block.ioParam.ioRefNum;
    prepare(&block);
    OSErr err = PBReadSync(&block);
    if (err == noErr || err == eofErr)
        remember_crash();
    if (err == eofErr && !allocate(&block))
        close_file();
    else if (err != noErr && err != eofErr)
        close_file();
    if (file && !write_line(begin_word, serving))
        close_file();
}

/* False when there was something to do about the block, which was the turn's share. */
static bool lies(const char *what)
{
    if (!file || (written == what && flushed))
        return true;
    fresh = true;
    flushed = written == what;
    if (flushed)
        flush();
    else
        write_line(begin_word, what);
    written = what;
    return false;
}

bool mc_breadcrumb_begin(const char *what)
{
    if (depth == 0) {
        if (!lies(what))
            return false;
        now = what;
    }
    depth++;
    return true;
}

void mc_breadcrumb_end(void)
{
    if (depth == 0 || --depth > 0)
        return;
    now = NULL;
    fresh = false;
}

bool mc_breadcrumb_turn(void)
{
    if (depth > 0 || !written)
        return false;
    if (!fresh) {
        write_line(begin_word, serving);
        written = NULL;
        return true;
    }
    fresh = false;
    return false;
}

const char *mc_breadcrumb_now(void)
{
    return now;
}

const char *mc_breadcrumb_of_last_crash(void)
{
    return last_crash[0] ? last_crash : NULL;
}

void mc_breadcrumb_close(void)
{
    if (!file)
        return;
    if (depth == 0)
        write_line(end_word, "");
    close_file();
}
