/* Packets come byte by byte, one is held at a time. memory: feed --buffer 12 => heap 71 */
#include <stdint.h>
#include <stdlib.h>

struct packet { uint8_t type, size, got, pad[5]; uint8_t data[]; };

static struct packet *current;
static uint8_t type;
static int stage;
static unsigned long checksum;

static void finish(void) {
    for (uint8_t i = 0; i < current->size; i++) checksum = checksum * 31 + current->data[i];
    free(current);
    current = NULL;
    stage = 0;
}

static void byte_in(uint8_t b) {
    if (stage == 0) {
        type = b;
        stage = 1;
    } else if (stage == 1) {
        uint8_t size = b & 63;
        if (size == 0) {
            stage = 0;
            return;
        }
        current = malloc(sizeof *current + size);
        if (!current) {
            stage = 0;
            return;
        }
        current->type = type;
        current->size = size;
        current->got = 0;
        stage = 2;
    } else {
        current->data[current->got++] = b;
        if (current->got == current->size) finish();
    }
}

unsigned long feed(const uint8_t *bytes, unsigned n) {
    for (unsigned i = 0; i < n; i++) byte_in(bytes[i]);
    free(current);
    current = NULL;
    stage = 0;
    return checksum;
}
