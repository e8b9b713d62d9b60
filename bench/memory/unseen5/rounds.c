/* A list per round, summed and freed. memory: simulate => heap 400 */
#include <stdlib.h>

struct sample {
    int value;
    struct sample *next;
};

static struct sample *push(struct sample *head, int value) {
    struct sample *s = malloc(sizeof *s);
    if (!s) return head;
    s->value = value;
    s->next = head;
    return s;
}

static long total(const struct sample *s) {
    long t = 0;
    for (; s; s = s->next) t += s->value;
    return t;
}

static void release(struct sample *s) {
    while (s) {
        struct sample *next = s->next;
        free(s);
        s = next;
    }
}

long simulate(unsigned rounds, unsigned seed) {
    long sum = 0;
    for (unsigned r = 0; r < rounds; r++) {
        struct sample *list = NULL;
        unsigned n = 5 + seed % 21; /* 5 to 25 */
        for (unsigned i = 0; i < n; i++) {
            seed = seed * 1103515245u + 12345u;
            list = push(list, (int)(seed >> 16) & 0xff);
        }
        sum += total(list);
        release(list);
    }
    return sum;
}
