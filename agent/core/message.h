/* The JSON messages that a host sends: a request, or the end of a put. */
#ifndef MC_MESSAGE_H
#define MC_MESSAGE_H

#include "json_read.h"

typedef enum mc_message_kind { MC_MESSAGE_REQUEST, MC_MESSAGE_END, MC_MESSAGE_GIVEN_UP } mc_message_kind;

typedef struct mc_message {
    mc_message_kind kind;
    uint32_t id; /* 0: none could be read */
    mc_slice method; /* of a request */
    mc_slice params; /* of a request: checked text of an object; empty when there is none */
    uint32_t size; /* of an end */
    uint32_t crc32; /* of an end */
    mc_slice reason; /* of a put given up: the code of the error */
} mc_message;

/* Reads a JSON payload; text[length] must be zero. Keys, and the method's name, are unescaped where they lie. */
bool mc_message_read(mc_message *message, uint8_t *text, uint16_t length, mc_failure *failure);

#endif
