/* A receiver of frames: start, length, payload, checksum. memory: frames --buffer 12 => heap 255 */
#include <stdlib.h>
enum state { IDLE, LENGTH, PAYLOAD, CHECK };
static enum state state;
static unsigned char *payload;
static unsigned length, got, sum, good;
static void drop(void) { free(payload); payload = NULL; state = IDLE; }
static void on_byte(unsigned char b) {
    switch (state) {
    case IDLE: if (b == 0x7e) state = LENGTH; break;
    case LENGTH:
        if (b == 0) { state = IDLE; break; }
        length = b; got = 0; sum = 0;
        payload = malloc(length);
        state = payload ? PAYLOAD : IDLE;
        break;
    case PAYLOAD:
        payload[got++] = b; sum += b;
        if (got == length) state = CHECK;
        break;
    case CHECK:
        if ((sum & 255) == b) good++;
        drop();
        break;
    }
}
int frames(const unsigned char bytes[12]) {
    for (int i = 0; i < 12; i++) on_byte(bytes[i]);
    drop();
    return (int)good;
}
