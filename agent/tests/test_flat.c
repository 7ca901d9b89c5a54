/* Flat descriptors: the golden ones are read as their files say and written again byte for byte; a buffer is never left. */
#include "fixture.h"
#include "flat.h"
#include "test.h"

static char out[4096];
static uint8_t again[MC_FLAT_BYTES];
static mc_failure failure;

static void say_code(uint32_t code)
{
    uint8_t bytes[4];
    mc_write_u32(bytes, code);
    for (int i = 0; i < 4; i++)
        sprintf(out + strlen(out), "%c", code ? bytes[i] : '.');
}

static void say_item(const mc_flat_item *item, bool is_open)
{
    say_code(item->keyword);
    strcat(out, " ");
    say_code(item->type);
    strcat(out, is_open ? " {" : item->size ? " " : "");
    for (int i = 0; i < item->size && !is_open; i++)
        sprintf(out + strlen(out), "%02X", item->content[i]);
    strcat(out, "\n");
}

/* Says what the walk shows, and writes it again. */
static mc_flat_found go_through(const uint8_t *bytes, uint32_t size, mc_flat_writer *writer)
{
    mc_flat_walk walk;
    mc_flat_item item;
    mc_flat_found found;
    mc_flat_start(&walk, bytes, size);
    while ((found = mc_flat_next(&walk, &item, &failure)) < MC_FLAT_END) {
        if (found == MC_FLAT_CLOSE) {
            mc_flat_close(writer);
            strcat(out, "}\n");
            continue;
        }
        say_item(&item, found == MC_FLAT_OPEN);
        if (found == MC_FLAT_OPEN)
            mc_flat_open(writer, item.keyword, item.type);
        else
            mc_flat_put(writer, item.keyword, item.type, item.content, item.size);
    }
    CHECK(mc_flat_next(&walk, &item, &failure) == found);
    return found;
}

static void check_golden(const fixture *fixture)
{
    mc_flat_writer writer;
    out[0] = 0;
    mc_flat_write(&writer, again, sizeof again);
    if (go_through(fixture->bytes, (uint32_t)fixture->count, &writer) == MC_FLAT_BROKEN)
        sprintf(out, "error %s\n", mc_word(mc_code_names, failure.code));
    else
        CHECK(!writer.overflow && mc_flat_length(&writer) == fixture->count && memcmp(again, fixture->bytes, fixture->count) == 0);
    if (strcmp(out, fixture->expected) != 0)
        printf("in fixture %s:\n", fixture->name);
    CHECK_TEXT(out, fixture->expected);
}

/* Whatever the room: what fits is right, and what lies behind is left alone. */
static void check_room(const fixture *fixture)
{
    for (uint32_t room = 0; room < fixture->count; room++) {
        mc_flat_writer writer;
        memset(again, 0xEE, sizeof again);
        out[0] = 0;
        mc_flat_write(&writer, again, room);
        if (go_through(fixture->bytes, (uint32_t)fixture->count, &writer) != MC_FLAT_BROKEN)
            CHECK(writer.overflow);
        CHECK(mc_flat_length(&writer) <= room && again[room] == 0xEE);
    }
}

static void limits(void)
{
    mc_flat_writer writer;
    static uint8_t large[MC_FLAT_BYTES + 10];
    mc_flat_walk walk;
    mc_flat_item item;
    mc_flat_write(&writer, large, sizeof large);
    CHECK(!mc_flat_put_room(&writer, 1, 1, 0xFFFFFFFFu) && writer.overflow && mc_flat_length(&writer) == 0);
    mc_flat_write(&writer, large, sizeof large);
    CHECK(!mc_flat_put_room(&writer, 1, 1, MC_FLAT_BYTES - 12));
    mc_flat_write(&writer, large, sizeof large);
    CHECK(mc_flat_put_room(&writer, 1, 1, MC_FLAT_BYTES - 13) && !mc_flat_open(&writer, 1, 1) && writer.overflow);
    mc_flat_start(&walk, large, MC_FLAT_BYTES + 1);
    CHECK(mc_flat_next(&walk, &item, &failure) == MC_FLAT_BROKEN && failure.code == MC_TOO_LARGE);
    mc_flat_write(&writer, large, sizeof large);
    for (int level = 0; level < MC_FLAT_DEPTH; level++)
        CHECK(mc_flat_open(&writer, 1, 0x7265636F));
    CHECK(!mc_flat_put(&writer, 1, 1, "", 0) && writer.overflow);
    mc_flat_write(&writer, large, sizeof large);
    mc_flat_close(&writer); /* of nothing */
    CHECK(mc_flat_length(&writer) == 0);
}

void test_flat(void)
{
    CHECK(fixture_each("flat", check_golden) > 15);
    fixture_each("flat", check_room);
    limits();
}
