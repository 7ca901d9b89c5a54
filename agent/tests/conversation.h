/* A conversation over a stream in memory. */
#ifndef MC_CONVERSATION_H
#define MC_CONVERSATION_H

#include "fake.h"

extern mc_session session;
extern mc_tcp tcp;

/* A host connects to an agent with these preferences. */
void connect_with(const char *preferences);
/* ... and says hello. */
void connect_and_greet(const char *tier);
void disconnect(void);

/* What the host sends next. */
void add_json(const char *text);
void add_bytes(const void *bytes, size_t count);
void add_binary(uint32_t id, const void *bytes, size_t count);
/* Gives the session what was added, without a turn. */
void deliver(void);
/* Turns of the session and of its job. */
void turn(int turns);
/* Lets the session read what was added, and turns it until it rests. */
void go(void);
/* add_json and go. */
void ask(const char *text);

/* The JSON that was sent, frame behind frame, binary ones as [id:length]; then forgotten. */
const char *said(void);
/* Whether that holds a part. */
bool says(const char *part);

#define HELLO "{\"id\":1,\"method\":\"hello\",\"params\":{\"token\":\"s3cret\",\"client_id\":\"t\",\"protocol_version\":1}}"
#define OK_EMPTY(id) "{\"id\":" #id ",\"ok\":true,\"result\":{}}\n"

#endif
