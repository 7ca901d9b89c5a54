/* Serving the host from inside of a Toolbox call that takes long: in the active procedure of a script, in the idle procedure
   of an Apple event. */
#ifndef MC_MEANWHILE_H
#define MC_MEANWHILE_H

/* One turn of the event loop but for the job: serves the connection, then gives the other processes time. */
void mc_serve_meanwhile(void);

#endif
