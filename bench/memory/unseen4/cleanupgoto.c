/* A driver's probe: resources in order, undone by labels. memory: probe --buffer 4 => heap 488 */
#include <stdlib.h>
struct device { void *regs; unsigned char *rx, *tx; int irq; };
static int request_irq(int n) { return n < 16 ? 0 : -1; }
int probe(const unsigned char config[4]) {
    int err = -1;
    struct device *d = calloc(1, sizeof *d);
    if (!d) return -1;
    d->regs = malloc(64);
    if (!d->regs) goto no_regs;
    if (config[0] == 0) goto no_rx;
    d->rx = malloc(config[0]);
    if (!d->rx) goto no_rx;
    d->tx = malloc(config[1] / 2 + 10);
    if (!d->tx) goto no_tx;
    d->irq = config[2];
    if (request_irq(d->irq)) goto no_irq;
    err = 0;
no_irq:
    free(d->tx);
no_tx:
    free(d->rx);
no_rx:
    free(d->regs);
no_regs:
    free(d);
    return err;
}
/* 32 + 64 + 255 + 137 = 488 */
