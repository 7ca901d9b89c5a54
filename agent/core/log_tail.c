/* log.tail and log.set_level. A whole answer takes several turns: writing a byte of JSON costs a 68000 over a hundred cycles. */
#include "log.h"
#include "session.h"

enum {
    BYTES_A_TURN = 1500,
    CLOSING_BYTES = 80 /* of the answer, behind the lines */
};

static struct {
    mc_writer *writer;
    mc_log_level level;
    uint16_t categories; /* a bit each; 0: all */
    uint16_t left; /* lines that may still be written */
    uint32_t next; /* the line to look at next */
    uint32_t last; /* the one to end with */
    uint32_t missed;
} tail;

static bool is_wanted(const mc_log_line *line)
{
    return line->level <= tail.level && (!tail.categories || tail.categories >> line->category & 1);
}

/* With the comma. */
static uint16_t size_of(const mc_log_line *line)
{
    return (uint16_t)(line->json_length + 1);
}

static uint16_t room(void)
{
    uint16_t room = mc_writer_room(tail.writer);
    return room > CLOSING_BYTES ? (uint16_t)(room - CLOSING_BYTES) : 0;
}

/* Of a tail without a cursor: back from the newest, as many as are wanted and fit. */
static uint32_t first_of_newest(void)
{
    uint32_t number = tail.last + 1, oldest = mc_log_oldest();
    uint16_t left = tail.left, free = room();
    mc_log_line line;
    while (number > oldest && left > 0 && mc_log_get(number - 1, &line)) {
        if (is_wanted(&line)) {
            if (size_of(&line) > free)
                break;
            free = (uint16_t)(free - size_of(&line));
            left--;
        }
        number--;
    }
    return number;
}

static void finish(mc_request *request)
{
    mc_write_close(tail.writer, ']');
    mc_member_unsigned(tail.writer, "cursor", tail.next - 1);
    mc_member_unsigned(tail.writer, "missed", tail.missed);
    mc_answer_end(request);
}

/* The next line to look at; false behind the last one. */
static bool get_next(mc_log_line *line)
{
    uint32_t oldest = mc_log_oldest();
    if (tail.next < oldest) {
        tail.missed += oldest - tail.next;
        tail.next = oldest;
    }
    return tail.next <= tail.last && mc_log_get(tail.next, line);
}

static void step(mc_request *request)
{
    const uint8_t *pause = tail.writer->at + BYTES_A_TURN;
    mc_log_line line;
    while (tail.writer->at < pause) {
        bool more = get_next(&line), wanted = more && is_wanted(&line);
        if (!more || (wanted && (tail.left == 0 || size_of(&line) > room()))) {
            finish(request);
            return;
        }
        if (wanted) {
            mc_write_macroman(tail.writer, line.text, line.length);
            tail.left--;
        }
        tail.next++;
    }
}

static void nothing_to_undo(void)
{
}

static const mc_worker worker = {step, nothing_to_undo};

/* A cursor beyond the newest line comes from a run of the agent before this one: all of this one is new. */
void mc_log_tail(mc_request *request, const void *params)
{
    const mc_params_log_tail *wanted = params;
    tail.writer = mc_answer(request);
    tail.level = (mc_log_level)wanted->level;
    tail.categories = wanted->present & MC_HAS_LOG_TAIL_CATEGORIES ? wanted->categories : 0;
    tail.left = (uint16_t)wanted->count;
    tail.last = mc_log_newest();
    tail.missed = 0;
    mc_write_key(tail.writer, "lines");
    mc_write_open(tail.writer, '[');
    if (wanted->present & MC_HAS_LOG_TAIL_CURSOR)
        tail.next = wanted->cursor <= tail.last ? wanted->cursor + 1 : 1;
    else
        tail.next = first_of_newest();
    mc_work(request, &worker);
}

void mc_log_set_level(mc_request *request, const void *params)
{
    const mc_params_log_set_level *wanted = params;
    mc_log_level before = mc_log_get_level();
    mc_log_use_level((mc_log_level)wanted->level);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "the log's level is %s now, %s before", mc_word(mc_log_level_names, wanted->level),
           mc_word(mc_log_level_names, before));
    mc_writer *writer = mc_answer(request);
    mc_member_text(writer, "before", mc_word(mc_log_level_names, before));
    mc_answer_end(request);
}
