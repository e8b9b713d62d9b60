/* A protocol machine: header, body of a length that the header says, checksum. memory: statem --buffer 12 => heap 24 */
#include <stdlib.h>
enum st { IDLE, LEN, BODY, SUM };
int statem(const unsigned char in[12]) {
    enum st s = IDLE; unsigned char *body = NULL; unsigned len = 0, got = 0; int ok = 0;
    for (int i = 0; i < 12; i++) {
        unsigned char c = in[i];
        switch (s) {
        case IDLE: if (c == 0x7e) s = LEN; break;
        case LEN:
            if (c == 0 || c > 24) { s = IDLE; break; }
            len = c; got = 0;
            body = malloc(len);
            s = body ? BODY : IDLE;
            break;
        case BODY: body[got++] = c; if (got == len) s = SUM; break;
        case SUM: { unsigned char x = 0; for (unsigned k = 0; k < len; k++) x ^= body[k]; ok += x == c; free(body); body = NULL; s = IDLE; break; }
        }
    }
    free(body);
    return ok;
}
