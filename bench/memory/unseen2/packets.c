/* Packets copied through pointers; answers are made of them. memory: packets --buffer 4 => heap 384 */
#include <stdint.h>
#include <stdlib.h>
struct header { uint8_t type, flags; uint16_t seq; uint32_t addr; };
struct packet { struct header h; uint8_t body[32]; struct packet *next; };   /* 48 */
static void answer(struct packet *to, const struct packet *from) {
    *to = *from;
    to->h.flags |= 0x80;
    to->next = NULL;
}
int packets(const uint8_t type[4]) {
    struct packet in, *sent = NULL;
    int n = 0;
    for (int i = 0; i < 4; i++) {
        in.h = (struct header){type[i], 0, (uint16_t)i, 0};
        for (int k = 0; k < 32; k++) in.body[k] = (uint8_t)k;
        in.next = NULL;
        if (in.h.type == 0) continue;
        int copies = in.h.type == 1 ? 1 : 2;
        while (copies--) {
            struct packet *p = malloc(sizeof *p);
            if (!p) break;
            answer(p, &in);
            p->next = sent; sent = p; n++;
        }
    }
    while (sent) { struct packet *p = sent; sent = p->next; free(p); }
    return n;
}
/* 8 * 48 = 384 */
