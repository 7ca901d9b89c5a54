/*
 * screen.capture, in three parts of several turns: pixels are taken (screen_take.c), summed, and those that the host does not
 * have yet are sent (screen_send.c). What was sent is remembered by its sums, so that a poll of a screen that stays as it is
 * costs neither packing nor network.
 */
#include "display.h"
#include "os_error.h"
#include "screen_parts.h"

static mc_capture capture;
static mc_known known;
static bool has_since;
static uint32_t since;

static void dispose(void)
{
    mc_capture_dispose(&capture);
}

/* ---- The answer ---- */

static void write_bands(mc_writer *writer)
{
    uint16_t band = 0, top, rows;
    mc_write_key(writer, "bands");
    mc_write_open(writer, '[');
    while (mc_capture_next_run(&capture, &band, &top, &rows)) {
        mc_write_open(writer, '{');
        mc_member_unsigned(writer, "top", top);
        mc_member_unsigned(writer, "height", rows);
        mc_write_close(writer, '}');
    }
    mc_write_close(writer, ']');
}

static void write_picture(mc_writer *writer)
{
    mc_write_key(writer, "picture");
    mc_write_open(writer, '{');
    mc_member_integer(writer, "x", capture.region.left);
    mc_member_integer(writer, "y", capture.region.top);
    mc_member_unsigned(writer, "width", capture.pict.width);
    mc_member_unsigned(writer, "height", capture.pict.height);
    mc_member_unsigned(writer, "depth", capture.pict.depth);
    mc_member_boolean(writer, "consistent", capture.turns == 1);
    if (!capture.whole)
        write_bands(writer);
    mc_write_close(writer, '}');
}

/* Which bands the host does not have; false when it has them all. */
static bool find_changes(void)
{
    const mc_fingerprint *before = has_since ? mc_known_find(&known, since, &capture.print) : NULL;
    uint16_t changes = 0;
    for (uint16_t band = 0; band < capture.print.bands; band++) {
        const mc_sum *now = &capture.print.sums[band];
        capture.changed[band] =
            !before || before->sums[band].rotated != now->rotated || before->sums[band].added != now->added;
        changes = (uint16_t)(changes + capture.changed[band]);
    }
    capture.whole = changes == capture.print.bands;
    return changes > 0;
}

static void answer(mc_request *request)
{
    bool has_changed = find_changes();
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "checksum", capture.print.name);
    if (has_changed) {
        write_picture(writer);
        mc_member_binary(writer, "data");
    }
    mc_answer_end(request);
    mc_known_keep(&known, &capture.print);
    if (has_changed)
        mc_capture_stream(request, &capture);
    else
        dispose();
}

static void sum_step(mc_request *request)
{
    if (mc_capture_sum(&capture))
        answer(request);
}

static const mc_worker summer = {sum_step, dispose};

static void take_step(mc_request *request)
{
    if (mc_capture_take(&capture))
        mc_work(request, &summer);
}

static const mc_worker taker = {take_step, dispose};

/* ---- The request ---- */

static bool choose_region(const mc_params_screen_capture *wanted, const Rect *screen)
{
    const mc_rect *region = &wanted->region;
    if (!(wanted->present & MC_HAS_SCREEN_CAPTURE_REGION)) {
        capture.region = *screen;
        return true;
    }
    if (region->x < screen->left || region->y < screen->top || region->x + region->width > screen->right ||
        region->y + region->height > screen->bottom)
        return false;
    capture.region.left = (int16_t)region->x;
    capture.region.top = (int16_t)region->y;
    capture.region.right = (int16_t)(region->x + region->width);
    capture.region.bottom = (int16_t)(region->y + region->height);
    return true;
}

/* Only to what the system has colour tables for, and only where there is Color QuickDraw: without it the screen has one bit. */
static bool choose_depth(const mc_params_screen_capture *wanted, const mc_display *display)
{
    int32_t depth = wanted->present & MC_HAS_SCREEN_CAPTURE_DEPTH ? wanted->depth : display->depth;
    bool has_table = depth == 1 || depth == 2 || depth == 4 || depth == 8;
    capture.pict.depth = (uint16_t)depth;
    return depth == display->depth || (has_table && depth < display->depth);
}

static void describe_picture(const mc_display *display)
{
    capture.pict.width = (uint16_t)(capture.region.right - capture.region.left);
    capture.pict.height = (uint16_t)(capture.region.bottom - capture.region.top);
    capture.pict.row_bytes = mc_pict_row_bytes(capture.pict.width, capture.pict.depth);
    mc_capture_kind kind = {
        .left = capture.region.left,
        .top = capture.region.top,
        .width = capture.pict.width,
        .height = capture.pict.height,
        .depth = capture.pict.depth,
        .colours = display->pixmap && display->depth <= 8 ? (uint32_t)(*display->pixmap->pmTable)->ctSeed : 0,
    };
    mc_fingerprint_start(&capture.print, &kind);
}

static bool understand(mc_request *request, const mc_params_screen_capture *wanted, const mc_display *display)
{
    if (!choose_region(wanted, &display->bounds)) {
        mc_refuse_param(request, "region", "the region leaves the screen");
        return false;
    }
    if (!choose_depth(wanted, display)) {
        mc_refuse_param(request, "depth", "the screen cannot be reduced to this: 1, 2, 4 or 8, and less than its own");
        return false;
    }
    describe_picture(display);
    if (mc_pict_row_limit(&capture.pict) > MC_CHUNK_BYTES) {
        mc_refuse(request, MC_TOO_LARGE, "a row of the region does not fit into a chunk: take less of its width");
        return false;
    }
    capture.one_turn = wanted->one_turn;
    capture.next_row = capture.region.top;
    has_since = wanted->present & MC_HAS_SCREEN_CAPTURE_SINCE;
    since = wanted->since;
    return true;
}

void mc_screen_capture(mc_request *request, const void *params)
{
    mc_display display;
    memset(&capture, 0, sizeof capture);
    mc_display_get(&display);
    if (!understand(request, params, &display))
        return;
    OSErr err = mc_capture_prepare(&capture, &display);
    if (err != noErr) {
        dispose();
        mc_refuse_os(request, err, "taking memory for the picture failed");
        return;
    }
    mc_work(request, &taker);
}
