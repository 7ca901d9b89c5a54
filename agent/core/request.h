/*
 * What a handler sees. A handler gets a request with its decoded parameters and does one of these before it returns:
 *
 *   answers      mc_answer, members of the result, mc_answer_end
 *   refuses      mc_refuse, mc_refuse_param or mc_refuse_with
 *   streams      mc_answer ... mc_answer_end, then mc_stream: binary frames and an end marker follow the response
 *   receives     mc_receive: the host's binary frames go to a sink, which answers in the end
 *   goes on      mc_work: a worker is called once each turn until it does one of the above
 *
 * One request is served at a time, so what a method must remember between turns lies in static variables of its file.
 */
#ifndef MC_REQUEST_H
#define MC_REQUEST_H

#include "failure.h"
#include "json_write.h"

typedef struct mc_request mc_request;

/* Starts a response and its result; members may be written until mc_answer_end sends it, by a worker in later turns, too. */
mc_writer *mc_answer(mc_request *request);
void mc_answer_end(mc_request *request);

/* Stands where binary data belongs in a result; mc_stream follows. */
void mc_member_binary(mc_writer *writer, const char *name);
void mc_member_binary_sized(mc_writer *writer, const char *name, uint32_t size);

void mc_refuse(mc_request *request, mc_code code, const char *message);
void mc_refuse_param(mc_request *request, const char *param, const char *message);
void mc_refuse_with(mc_request *request, const mc_failure *failure);

/* Work of more than one turn. */
typedef struct mc_worker {
    void (*step)(mc_request *request); /* once a turn, when nothing waits to be sent: at most 50 ms on a 68000 */
    void (*abandon)(void); /* the connection ended first: undo what is half done */
} mc_worker;

void mc_work(mc_request *request, const mc_worker *worker);

/* MC_CHUNK_BYTES at an even address that nobody else uses while the request is neither streaming nor answered. */
uint8_t *mc_spare_buffer(mc_request *request);

/* Keeps the slices in the parameters valid beyond the handler, until mc_release_params or the answer. */
void mc_keep_params(mc_request *request);
void mc_release_params(mc_request *request);

/* Where the bytes of a stream come from. */
typedef enum mc_source_status {
    MC_SOURCE_UNFINISHED, /* the chunk grows further in the next turn */
    MC_SOURCE_CHUNK, /* the chunk may be sent, more follow */
    MC_SOURCE_END, /* the chunk, if it has any bytes, is the last one */
    MC_SOURCE_FAILED /* `failure` says why */
} mc_source_status;

typedef struct mc_source {
    /* Appends to a chunk that holds *filled bytes and has room for MC_CHUNK_BYTES; once a turn. */
    mc_source_status (*fill)(uint8_t *chunk, uint16_t *filled, mc_failure *failure);
    void (*close)(void); /* once, whatever happened */
} mc_source;

void mc_stream(mc_request *request, const mc_source *source);

/* Where the bytes of a put go. */
typedef struct mc_sink {
    /* Stores the next bytes; when it returns true they count as received. False with failure->code MC_OK: there is more to do about
       them, the same bytes come again in the next turn. */
    bool (*write)(const uint8_t *bytes, uint16_t count, mc_failure *failure);
    /* All announced bytes are there and their CRC-32 is right. Goes on like a handler. */
    void (*finish)(mc_request *request, uint32_t crc32);
    /* The transfer failed or was given up: undo, then refuse with `failure`. Goes on like a handler. */
    void (*fail)(mc_request *request, const mc_failure *failure);
    void (*abandon)(void); /* the connection ended first: undo at once */
} mc_sink;

/* Tells the host to send, and takes `size` bytes. */
void mc_receive(mc_request *request, const mc_sink *sink, uint32_t size);

/* The same where the first `offset` bytes are there already: the host sends the rest. Its CRC-32 of all bytes is handed to `finish`
   unchecked: only the sink can tell whether the whole has it. */
void mc_receive_from(mc_request *request, const mc_sink *sink, uint32_t size, uint32_t offset);

#endif
