/* volume.list. */
#include "Files.h"
#include "os_error.h"

enum {
    HARDWARE_LOCKED = 1 << 7, /* of ioVAtrb */
    SOFTWARE_LOCKED = 1 << 15,
    HFS_SIGNATURE = 0x4244,
    NONEJECTABLE = 0x08, /* of the second byte of a drive's flags */
    MAX_DRIVES = 64,
    VOLUME_BYTES = 320 /* more than any volume takes as JSON */
};

/* Whether a drive ejects its disk: only the drive queue tells. A volume without a drive, such as a server's, has nothing to eject. */
static bool is_ejectable(int16_t drive)
{
    const DrvQEl *element = (const DrvQEl *)LMDrvQHdr->qHead;
    for (uint8_t i = 0; element && i < MAX_DRIVES; i++, element = (const DrvQEl *)element->qLink)
        if (element->dQDrive == drive)
            return !(((const uint8_t *)element)[-3] & NONEJECTABLE);
    return false;
}

/* Blocks times their size, as far as 32 bits tell. */
static uint32_t bytes_of(uint16_t blocks, uint32_t block_bytes)
{
    uint32_t high = blocks * (block_bytes >> 16);
    uint32_t low = blocks * (block_bytes & 0xFFFF);
    if (high > 0xFFFF || (high << 16) + low < low)
        return 0xFFFFFFFF;
    return (high << 16) + low;
}

static void write_file_system(mc_writer *writer, const HVolumeParam *volume)
{
    if (volume->ioVFSID == 0 && volume->ioVSigWord == HFS_SIGNATURE) {
        mc_member_text(writer, "fs", "HFS");
        return;
    }
    uint16_t number = volume->ioVFSID ? (uint16_t)volume->ioVFSID : volume->ioVSigWord;
    char digits[6] = "";
    uint8_t at = sizeof digits - 1;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    mc_member_text(writer, "fs", digits + at);
}

static void write_volume(mc_writer *writer, const HVolumeParam *volume, int16_t startup)
{
    mc_write_open(writer, '{');
    mc_member_integer(writer, "vref", volume->ioVRefNum);
    mc_member_pascal(writer, "name", volume->ioNamePtr);
    write_file_system(writer, volume);
    mc_member_unsigned(writer, "total_bytes", bytes_of(volume->ioVNmAlBlks, volume->ioVAlBlkSiz));
    mc_member_unsigned(writer, "free_bytes", bytes_of(volume->ioVFrBlk, volume->ioVAlBlkSiz));
    mc_member_boolean(writer, "ejectable", is_ejectable(volume->ioVDrvInfo));
    mc_member_boolean(writer, "locked", volume->ioVAtrb & (HARDWARE_LOCKED | SOFTWARE_LOCKED));
    mc_member_boolean(writer, "startup", volume->ioVRefNum == startup);
    mc_write_close(writer, '}');
}

/* Files, chapter 2, PBHGetVInfo: the index-th volume. nsvErr behind the last. */
static OSErr get_volume(int16_t index, Str63 name, HParamBlockRec *block)
{
    memset(block, 0, sizeof *block);
    name[0] = 0;
    block->volumeParam.ioNamePtr = name;
    block->volumeParam.ioVolIndex = index;
    return PBHGetVInfoSync(block);
}

void mc_volume_list(mc_request *request, const void *params)
{
    HParamBlockRec block;
    Str63 name;
    int16_t startup = 0;
    int32_t folder;
    OSErr err;
    (void)params;
    FindFolder(kOnSystemDisk, kSystemFolderType, kDontCreateFolder, &startup, &folder);
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "volumes");
    mc_write_open(writer, '[');
    for (int16_t index = 1; (err = get_volume(index, name, &block)) == noErr; index++) {
        if (mc_writer_room(writer) < VOLUME_BYTES)
            break;
        write_volume(writer, &block.volumeParam, startup);
    }
    mc_write_close(writer, ']');
    if (err == noErr)
        mc_refuse(request, MC_TOO_LARGE, "more volumes are mounted than one answer can hold");
    else if (err == nsvErr)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "asking for a volume failed");
}
