#include "display.h"
#include "machine.h"

static QDGlobals qd;
static GrafPort port;

/* CopyBits wants a current port, whose black and white it uses, even if it draws elsewhere (Imaging With QuickDraw, chapter 3). */
void mc_display_init(void)
{
    InitGraf(&qd.thePort);
    OpenPort(&port);
    SetPort(&port);
}

static void describe_device(mc_display *display)
{
    PixMapHandle pixmap = (*GetMainDevice())->gdPMap;
    display->pixmap = *pixmap;
    display->bits = (const BitMap *)*pixmap;
    display->bounds = (*pixmap)->bounds;
    display->depth = (uint16_t)(*pixmap)->pixelSize;
}

void mc_display_get(mc_display *display)
{
    if (mc_has_color_quickdraw()) {
        describe_device(display);
        return;
    }
    display->pixmap = NULL;
    display->bits = &qd.screenBits;
    display->bounds = qd.screenBits.bounds;
    display->depth = 1;
}
