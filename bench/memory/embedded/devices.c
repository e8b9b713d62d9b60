/* Nested structures with buffers of their own. memory: devices => heap 512 */
#include <stdlib.h>
struct channel { unsigned char *buffer; unsigned size; };
struct device { struct channel in, out; int id; };
struct board { struct device *devices[4]; unsigned count; };
static int channel_open(struct channel *c, unsigned size) {
    c->buffer = calloc(size, 1);
    c->size = size;
    return c->buffer ? 0 : -1;
}
static void device_close(struct device *d) {
    if (!d) return;
    free(d->in.buffer);
    free(d->out.buffer);
    free(d);
}
static struct device *device_open(int id, unsigned in, unsigned out) {
    struct device *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->id = id;
    if (channel_open(&d->in, in) < 0 || channel_open(&d->out, out) < 0) { device_close(d); return NULL; }
    return d;
}
int devices(unsigned count) {
    struct board board = {0};
    if (count > 4) return -1;
    for (unsigned i = 0; i < count; i++) {
        board.devices[i] = device_open((int)i, 64, 24);
        if (!board.devices[i]) break;
        board.count++;
    }
    int ids = 0;
    for (unsigned i = 0; i < board.count; i++) ids += board.devices[i]->id;
    for (unsigned i = 0; i < board.count; i++) device_close(board.devices[i]);
    return ids;
}
