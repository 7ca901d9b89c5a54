#include "gather.h"

static struct {
    const mc_gathering *what;
    Handle bytes;
    uint16_t size;
    uint16_t filled;
} gathered;

static void drop(void)
{
    DisposeHandle(gathered.bytes);
}

static bool store(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    (void)failure;
    memcpy(*gathered.bytes + gathered.filled, bytes, count);
    gathered.filled = (uint16_t)(gathered.filled + count);
    return true;
}

static void give_up(mc_request *request, const mc_failure *failure)
{
    drop();
    mc_refuse_with(request, failure);
}

static void start(mc_request *request, uint32_t crc32)
{
    (void)crc32;
    if (mc_job_start(request, gathered.what->job))
        gathered.what->begin(gathered.bytes, gathered.size);
    else
        drop();
}

static const mc_sink gathering_sink = {store, start, give_up, drop};

void mc_gather(mc_request *request, const mc_gathering *gathering, int32_t size, const char *missing)
{
    if (mc_job_is_running(request)) {
        mc_refuse(request, MC_BUSY, "another job is running");
        return;
    }
    gathered.what = gathering;
    gathered.bytes = gathering->allocate(size);
    gathered.size = (uint16_t)size;
    gathered.filled = 0;
    if (gathered.bytes)
        mc_receive(request, &gathering_sink, (uint32_t)size);
    else
        mc_refuse(request, MC_NO_MEMORY, missing);
}
