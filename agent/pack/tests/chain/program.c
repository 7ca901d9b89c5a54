/*
 * What goes wrong when a program is compiled for a 68000, packed, loaded and relocated badly: bytes at odd addresses,
 * static pointers, zeroed data, switch tables, arithmetic and memory routines. Every finding is reported; the host
 * reports the same.
 */
#include "report.h"

void mc_main(void);

/* Bytes at any address. */

static uint32_t seed = 1;

static uint32_t next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed;
}

static uint32_t be16(const uint8_t *p)
{
    return (uint32_t)(p[0] << 8 | p[1]);
}

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void put32(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)(value >> 24);
    p[1] = (uint8_t)(value >> 16);
    p[2] = (uint8_t)(value >> 8);
    p[3] = (uint8_t)value;
}

static void parse_bytes(void)
{
    static uint8_t bytes[64];

    for (int i = 0; i < 64; i++)
        bytes[i] = (uint8_t)next();
    for (int offset = 0; offset < 4; offset++) {
        report("be16", be16(bytes + offset));
        report("be32", be32(bytes + offset));
        put32(bytes + offset + 8, be32(bytes + offset + 16) + 1);
        report("put32", be32(bytes + offset + 7));
    }
}

typedef struct {
    uint8_t kind;
    uint32_t length;
    uint16_t id;
} __attribute__((packed)) packed_header;

static packed_header headers[5];

static void copy_packed(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < 5; i++) {
        packed_header header = { (uint8_t)i, 0x01020304u * (uint32_t)i, (uint16_t)(i * 257) };
        headers[4 - i] = header;
    }
    for (int i = 0; i < 5; i++) {
        headers[i].length += headers[(i + 1) % 5].id;
        sum = sum * 31 + headers[i].length + headers[i].id + headers[i].kind;
    }
    report("packed", sum);
}

/* Addresses in initialised data. */

static uint32_t twice(uint32_t x)
{
    return x + x;
}

static uint32_t square(uint32_t x)
{
    return x * x;
}

static uint32_t zeroed[2000];

typedef struct {
    const char *name;
    uint32_t (*function)(uint32_t);
    uint32_t *result;
} operation;

static const operation operations[] = {
    { "twice", twice, &zeroed[0] },
    { "square", square, &zeroed[1999] },
    { "twice again", twice, &zeroed[1000] },
};
static const operation *const last_operation = &operations[2];
static int runs;

static void follow_pointers(void)
{
    for (int i = 0; i < 3; i++) {
        *operations[i].result += operations[i].function(1000u + (uint32_t)i);
        report(operations[i].name, *operations[i].result);
        *operations[i].result = 0;
    }
    report(last_operation->name, last_operation->function(21));
    /* With 24-bit addressing the flags of a master pointer must not have come into any address. */
    report("high byte", (uint32_t)((uintptr_t)last_operation >> 24 & 0xFF) * (sizeof(void *) == 4));
}

static void look_at_zeroed(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < 2000; i++)
        sum |= zeroed[i];
    report("zeroed", sum);
}

/* A dense switch: the compiler makes a table of it. */

static uint32_t choose(uint32_t n, uint32_t x)
{
    switch (n) {
    case 0: return x + 1;
    case 1: return x ^ 0x55AA;
    case 2: return x << 3;
    case 3: return x >> 5;
    case 4: return ~x;
    case 5: return x & 0xFF00FF;
    case 6: return x | 0x0F0F;
    case 7: return x - 77;
    case 8: return x * 3;
    default: return 0;
    }
}

static void walk_switch(void)
{
    uint32_t x = 12345;

    for (uint32_t n = 0; n < 10; n++)
        x = choose(n, x) + 1;
    report("switch", x);
}

/* Arithmetic that a 68000 has no instruction for. */

static const uint32_t edges[] = {
    0, 1, 2, 3, 10, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x10001, 0x12345, 0xFFFFFF, 0x7FFFFFFF, 0x80000000,
    0x80000001, 0xFFFEFFFF, 0xFFFF0000, 0xFFFFFFFE, 0xFFFFFFFF,
};
#define EDGE_COUNT (sizeof edges / sizeof edges[0])

static uint32_t calculate(uint32_t a, uint32_t b)
{
    uint32_t sum = a * b;

    if (b != 0)
        sum = sum * 31 + (a / b) * 7 + a % b;
    /* The one signed quotient that does not fit is undefined. */
    if (b != 0 && !(a == 0x80000000 && b == 0xFFFFFFFF))
        sum = sum * 31 + (uint32_t)((int32_t)a / (int32_t)b) * 7 + (uint32_t)((int32_t)a % (int32_t)b);
    return sum;
}

static void calculate_all(void)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < EDGE_COUNT; i++) {
        for (uint32_t j = 0; j < EDGE_COUNT; j++)
            sum = sum * 31 + calculate(edges[i], edges[j]);
        report("edges", sum);
    }
    for (int i = 0; i < 3000; i++) {
        uint32_t a = next();
        sum = sum * 31 + calculate(a, next() >> (i % 32));
    }
    report("random", sum);
}

/* Memory routines at every alignment and many lengths. */

static uint8_t memory[240];

static uint32_t checksum(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < 240; i++)
        sum = (sum << 5 | sum >> 27) ^ memory[i];
    return sum;
}

static void move_memory(void)
{
    uint32_t sum = 0;

    for (uint32_t length = 0; length < 72; length++) {
        for (uint32_t place = 0; place < 16; place++) {
            uint8_t *to = memory + 8 + place % 4, *from = memory + 120 + place / 4, *inside = from + 1 + place % 3;
            from[length / 2] = (uint8_t)next();
            sum = sum * 31 + (memcpy(to, from, length) == to);
            sum = sum * 31 + (uint32_t)(memcmp(to, from, length + 3) > 0) + (uint32_t)(memcmp(from, to, length) == 0);
            sum = sum * 31 + (memmove(inside, from, length) == inside) + checksum();
            sum = sum * 31 + (memmove(from, inside, length) == from);
            sum = sum * 31 + (memset(to + 2, (int)(place * 17 + 0x1200), length) == to + 2) + checksum();
        }
    }
    report("memory", sum);
    memset(memory, 0, sizeof memory);
    report("cleared", checksum());
}

void mc_main(void)
{
    report("runs", (uint32_t)++runs);
    seed = 1;
    look_at_zeroed();
    parse_bytes();
    copy_packed();
    follow_pointers();
    walk_switch();
    calculate_all();
    move_memory();
}
