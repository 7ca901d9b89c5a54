/* The published specifications: MacBinary II (1987) and MacBinary III (1996). */
#include "macbinary.h"

/* Where the fields lie. */
enum {
    NAME = 1,
    TYPE = 65,
    CREATOR = 69,
    FLAGS_HIGH = 73,
    ZERO = 74,
    PROTECTED = 81,
    ZERO_TOO = 82,
    DATA_SIZE = 83,
    RESOURCE_SIZE = 87,
    CREATED = 91,
    MODIFIED = 95,
    COMMENT_SIZE = 99,
    FLAGS_LOW = 101,
    SIGNATURE = 102,
    SCRIPT = 106,
    EXTENDED_FLAGS = 107,
    SECONDARY_SIZE = 120,
    VERSION = 122,
    VERSION_NEEDED = 123,
    CRC = 124
};

enum { VERSION_II = 129, VERSION_III = 130 };

static const uint32_t LONGEST_FORK = 0x7FFFFFFF;

/* CRC-16 with the polynomial of CCITT, from 0 on: that of XMODEM and BinHex. */
static uint16_t crc16(const uint8_t *bytes, uint16_t count)
{
    uint16_t crc = 0;
    while (count--) {
        crc = (uint16_t)(crc ^ *bytes++ << 8);
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static uint16_t read_u16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

void mc_macbinary_write(const mc_macbinary *file, uint8_t header[MC_MACBINARY_BLOCK])
{
    memset(header, 0, MC_MACBINARY_BLOCK);
    memcpy(header + NAME, file->name, (size_t)file->name[0] + 1);
    mc_write_u32(header + TYPE, file->type);
    mc_write_u32(header + CREATOR, file->creator);
    header[FLAGS_HIGH] = (uint8_t)(file->flags >> 8);
    header[FLAGS_LOW] = (uint8_t)file->flags;
    header[PROTECTED] = file->locked;
    mc_write_u32(header + DATA_SIZE, file->data_size);
    mc_write_u32(header + RESOURCE_SIZE, file->resource_size);
    mc_write_u32(header + CREATED, file->created);
    mc_write_u32(header + MODIFIED, file->modified);
    memcpy(header + SIGNATURE, "mBIN", 4);
    header[SCRIPT] = file->script;
    header[EXTENDED_FLAGS] = file->extended_flags;
    header[VERSION] = VERSION_III;
    header[VERSION_NEEDED] = VERSION_II;
    mc_write_u16(header + CRC, crc16(header, CRC));
}

/* MacBinary I had no CRC: everything from the comment's size on was zero. */
static bool is_first_version(const uint8_t *header)
{
    for (uint8_t at = COMMENT_SIZE; at < MC_MACBINARY_BLOCK; at++)
        if (header[at])
            return false;
    return true;
}

static bool is_macbinary(const uint8_t *header)
{
    return header[0] == 0 && header[ZERO] == 0 && header[ZERO_TOO] == 0 && header[NAME] >= 1 &&
           header[NAME] <= MC_MACBINARY_NAME_CHARS;
}

bool mc_macbinary_read(mc_macbinary *file, const uint8_t header[MC_MACBINARY_BLOCK], mc_failure *failure)
{
    bool first_version = is_first_version(header);
    if (!is_macbinary(header))
        return mc_fail_with(failure, MC_BAD_PARAMS, "what was sent does not begin with a MacBinary header");
    if (!first_version && crc16(header, CRC) != read_u16(header + CRC))
        return mc_fail_with(failure, MC_CRC_MISMATCH, "the CRC of the MacBinary header is wrong");
    if (header[VERSION_NEEDED] > VERSION_III)
        return mc_fail_with(failure, MC_BAD_PARAMS, "the MacBinary header is of a version that nobody knows");
    memcpy(file->name, header + NAME, (size_t)header[NAME] + 1);
    file->type = mc_read_u32(header + TYPE);
    file->creator = mc_read_u32(header + CREATOR);
    file->flags = (uint16_t)(header[FLAGS_HIGH] << 8 | header[FLAGS_LOW]);
    file->script = header[SCRIPT];
    file->extended_flags = header[EXTENDED_FLAGS];
    file->locked = header[PROTECTED] & 1;
    file->data_size = mc_read_u32(header + DATA_SIZE);
    file->resource_size = mc_read_u32(header + RESOURCE_SIZE);
    file->created = mc_read_u32(header + CREATED);
    file->modified = mc_read_u32(header + MODIFIED);
    file->comment_size = first_version ? 0 : read_u16(header + COMMENT_SIZE);
    file->secondary_size = first_version ? 0 : read_u16(header + SECONDARY_SIZE);
    if (file->data_size > LONGEST_FORK || file->resource_size > LONGEST_FORK - file->data_size)
        return mc_fail_with(failure, MC_SIZE_MISMATCH, "the MacBinary header announces more than a file can hold");
    return true;
}
