/* Requests are recycled by a list of free ones. memory: serve --buffer 16 => heap 144 */
#include <stdlib.h>

struct request { int id; int left; struct request *next; };

static struct request *active, *spare;
static int made;

static struct request *request_get(void) {
    struct request *r = spare;
    if (r) {
        spare = r->next;
        return r;
    }
    if (made == 9) return NULL;
    r = malloc(sizeof *r);
    if (r) made++;
    return r;
}

static void request_put(struct request *r) {
    r->next = spare;
    spare = r;
}

int serve(const unsigned char *ops, unsigned n) {
    int done = 0;
    for (unsigned i = 0; i < n; i++) {
        if (ops[i] % 3 == 0) {
            struct request *r = request_get();
            if (!r) continue;
            r->id = (int)i;
            r->left = ops[i] % 5;
            r->next = active;
            active = r;
        } else if (active) {
            struct request *r = active;
            if (r->left-- <= 0) {
                active = r->next;
                request_put(r);
                done++;
            }
        }
    }
    while (active) {
        struct request *r = active;
        active = r->next;
        request_put(r);
    }
    while (spare) {
        struct request *r = spare;
        spare = r->next;
        free(r);
        made--;
    }
    return done;
}
