/*
 * The agent's log on the disk: `mc-agent Log` in the Preferences folder, MacRoman with Returns, the one before it in
 * `mc-agent Log.1`, the one before that in `mc-agent Log.2`.
 */
#ifndef MC_LOG_FILE_H
#define MC_LOG_FILE_H

#include "own_file.h"

/* At most one call that goes to the disk; whether there was one. */
bool mc_log_file_turn(void);

/* Writes the next piece without waiting for more. False when there is nothing to write, or no way to. */
bool mc_log_file_write_now(void);

/* While somebody reads the files they keep their names. */
void mc_log_file_keep(bool keep);

/* The name of a file as a Pascal string: 0 is the one in use. */
uint8_t *mc_log_file_name(uint8_t file);

/* On the way out: writes what there is. */
void mc_log_file_close(void);

#endif
