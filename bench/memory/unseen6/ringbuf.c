/* Messages wait in a ring of eight. memory: pump --buffer 14 => heap 256 */
#include <stdlib.h>

#define SLOTS 8

struct message { unsigned char data[30]; unsigned short length; };

static struct message *ring[SLOTS];
static unsigned head, count;

static int ring_put(unsigned char c) {
    if (count == SLOTS) return 0;
    struct message *m = malloc(sizeof *m);
    if (m == NULL) return 0;
    m->data[0] = c;
    m->length = 1;
    ring[(head + count) % SLOTS] = m;
    count++;
    return 1;
}

static int ring_take(void) {
    if (count == 0) return -1;
    struct message *m = ring[head];
    int c = m->data[0];
    ring[head] = NULL;
    head = (head + 1) % SLOTS;
    count--;
    free(m);
    return c;
}

int pump(const unsigned char *script, unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++) {
        if (script[i] & 1)
            ring_put(script[i]);
        else
            sum += ring_take();
    }
    while (count) sum += ring_take();
    return sum;
}
