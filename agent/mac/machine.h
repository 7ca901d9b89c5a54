/* What the machine is and can do, as Gestalt and the System file tell it. */
#ifndef MC_MACHINE_H
#define MC_MACHINE_H

#include "json_write.h"

/* A Gestalt answer, or 0 where the selector is not known. */
int32_t mc_gestalt(uint32_t selector);

bool mc_has_apple_events(void);
bool mc_has_color_quickdraw(void);

/* Whether there is a Toolbox trap of this word ("Determining Which Traps Are Available", Operating System Utilities, chapter 8). */
bool mc_has_tool_trap(uint16_t trap);
bool mc_has_virtual_memory(void);

/* Keeps memory that is touched at interrupt time, or by a driver, from being paged out. */
void mc_hold(void *address, uint32_t count);

/* The same for the program itself, code and variables. */
void mc_hold_program(void);

/* Lets all of it go. */
void mc_unhold_all(void);

/* Reads the names that Sharing Setup keeps, once at start: later there may be no memory for them. */
void mc_read_names(void);

/* Pascal strings; empty where there is none. */
const uint8_t *mc_computer_name(void);
const uint8_t *mc_owner_name(void);

/* Writes the members sys_version, machine, cpu and ram. */
void mc_write_machine(mc_writer *writer);

#endif
