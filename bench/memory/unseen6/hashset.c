/* A set of numbers in sixteen chains, at most twenty. memory: main => heap 320 */
#include <stdio.h>
#include <stdlib.h>

#define CHAINS 16
#define MOST 20

struct entry { int key; struct entry *next; };

static struct entry *chains[CHAINS];
static int entries;

static int insert(int key) {
    unsigned h = (unsigned)key % CHAINS;
    for (struct entry *e = chains[h]; e; e = e->next)
        if (e->key == key) return 0;
    if (entries == MOST) return -1;
    struct entry *e = malloc(sizeof *e);
    if (!e) return -1;
    e->key = key;
    e->next = chains[h];
    chains[h] = e;
    entries++;
    return 1;
}

static int erase(int key) {
    struct entry **p = &chains[(unsigned)key % CHAINS];
    while (*p) {
        struct entry *e = *p;
        if (e->key == key) {
            *p = e->next;
            free(e);
            entries--;
            return 1;
        }
        p = &e->next;
    }
    return 0;
}

int main(void) {
    char op;
    int key;
    while (scanf(" %c%d", &op, &key) == 2) {
        if (op == '+') printf("%d\n", insert(key));
        if (op == '-') printf("%d\n", erase(key));
        if (op == 'q') break;
    }
    for (int h = 0; h < CHAINS; h++) {
        while (chains[h]) {
            struct entry *e = chains[h];
            chains[h] = e->next;
            free(e);
        }
    }
    return 0;
}
