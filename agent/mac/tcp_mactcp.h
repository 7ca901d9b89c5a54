/* What the program needs of the MacTCP driver beyond core/tcp.h. */
#ifndef MC_TCP_MACTCP_H
#define MC_TCP_MACTCP_H

#include "MacTypes.h"
#include "tcp.h"

/* Opens the driver: long (it loads code and may dial). An error when there is no MacTCP, or it is not configured. */
OSErr mc_mactcp_open(void);

/* A stream with its buffers, or NULL when memory or MacTCP's pool of streams does not suffice. */
mc_tcp *mc_tcp_create(void);

/* Gives all streams back at once. Without that MacTCP goes on writing into memory that is no longer ours. */
void mc_mactcp_release_all(void);

#endif
