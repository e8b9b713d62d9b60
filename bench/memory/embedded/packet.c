/* Header with a length in two bytes, options, payload. memory: packet => heap 160 */
#include <stdlib.h>
#include <string.h>
struct packet { unsigned char type, options; unsigned short length; unsigned char *payload; };
static struct packet *parse(const unsigned char *b, unsigned n) {
    if (n < 4) return NULL;
    unsigned length = (unsigned)b[2] << 8 | b[3];
    if (length > 128) return NULL;
    struct packet *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->type = b[0];
    p->options = b[1];
    p->length = (unsigned short)length;
    p->payload = malloc(length);
    if (!p->payload && length) { free(p); return NULL; }
    return p;
}
static int answer(const struct packet *p) {
    unsigned char *reply = malloc(16);
    if (!reply) return -1;
    reply[0] = p->type;
    int r = reply[0];
    free(reply);
    return r;
}
int packet(const unsigned char bytes[8], unsigned n) {
    if (n > 8) return -1;
    struct packet *p = parse(bytes, n);
    if (!p) return -1;
    int r = answer(p);
    free(p->payload);
    free(p);
    return r;
}
