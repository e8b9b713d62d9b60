/* A list of at most ten numbers and its copy in reverse. memory: main => heap 320 */
#include <stdio.h>
#include <stdlib.h>

struct link { int n; struct link *next; };

static struct link *cons(int n, struct link *next) {
    struct link *l = malloc(sizeof *l);
    if (!l) {
        fputs("no memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    l->n = n;
    l->next = next;
    return l;
}

static struct link *reverse_copy(const struct link *l) {
    struct link *out = NULL;
    while (l) {
        out = cons(l->n, out);
        l = l->next;
    }
    return out;
}

static void drop(struct link *l) {
    while (l) {
        struct link *gone = l;
        l = l->next;
        free(gone);
    }
}

int main(void) {
    struct link *list = NULL;
    int n, read = 0;
    while (read < 10 && scanf("%d", &n) == 1) {
        list = cons(n, list);
        read++;
    }
    struct link *copy = reverse_copy(list);
    for (struct link *l = copy; l; l = l->next) printf("%d ", l->n);
    puts("");
    drop(list);
    drop(copy);
    return 0;
}
