#include "os_error.h"
#include "AppleEvents.h"

typedef struct translation {
    OSErr err;
    uint8_t code;
} translation;

static const translation translations[] = {
    {dirFulErr, MC_DISK_FULL},   {dskFulErr, MC_DISK_FULL},   {nsvErr, MC_NOT_FOUND},    {bdNamErr, MC_BAD_NAME},
    {tmfoErr, MC_BUSY},          {fnfErr, MC_NOT_FOUND},      {wPrErr, MC_LOCKED},       {fLckdErr, MC_LOCKED},
    {vLckdErr, MC_LOCKED},       {fBsyErr, MC_BUSY},          {dupFNErr, MC_EXISTS},     {opWrErr, MC_BUSY},
    {volOffLinErr, MC_NOT_FOUND}, {permErr, MC_LOCKED},       {wrPermErr, MC_LOCKED},    {memFullErr, MC_NO_MEMORY},
    {dirNFErr, MC_NOT_FOUND},    {resNotFound, MC_NOT_FOUND}, {resFNotFound, MC_NOT_FOUND}, {afpAccessDenied, MC_LOCKED},
    {cTempMemErr, MC_NO_MEMORY}, {cNoMemErr, MC_NO_MEMORY},
    {procNotFound, MC_NOT_FOUND}, {memFragErr, MC_NO_MEMORY}, {appMemFullErr, MC_NO_MEMORY}, {appModeErr, MC_UNSUPPORTED},
    {appIsDaemon, MC_UNSUPPORTED}, {destPortErr, MC_UNSUPPORTED}, {connectionInvalid, MC_NOT_FOUND},
};

static mc_code code_of(OSErr err)
{
    for (uint8_t i = 0; i < sizeof translations / sizeof translations[0]; i++)
        if (translations[i].err == err)
            return (mc_code)translations[i].code;
    return MC_IO;
}

bool mc_fail_os(mc_failure *failure, OSErr err, const char *attempt)
{
    mc_fail_with(failure, code_of(err), attempt);
    failure->os_error = err;
    return false;
}

void mc_refuse_os(mc_request *request, OSErr err, const char *attempt)
{
    mc_failure failure;
    mc_fail_os(&failure, err, attempt);
    mc_refuse_with(request, &failure);
}
