/* Batches of orders: each batch is a list that is freed by recursion. memory: batches => heap 192 */
#include <stdlib.h>

typedef struct order {
    int amount;
    struct order *next;
} order;

static void free_orders(order *o) {
    if (!o) return;
    free_orders(o->next);
    free(o);
}

static int batch_total(unsigned n, unsigned base) {
    order *head = NULL;
    for (unsigned i = 0; i < n; i++) {
        order *o = malloc(sizeof *o);
        if (!o) break;
        o->amount = (int)(base + i);
        o->next = head;
        head = o;
    }
    int total = 0;
    for (order *o = head; o; o = o->next) total += o->amount;
    free_orders(head);
    return total;
}

int batches(unsigned rounds, unsigned seed) {
    int sum = 0;
    while (rounds-- > 0) {
        seed = seed * 69069u + 1;
        sum ^= batch_total((seed >> 8) % 12 + 1, seed & 15);
    }
    return sum;
}
