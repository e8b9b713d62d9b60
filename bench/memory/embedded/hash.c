/* A hash table with chains and copied names. memory: hash => heap 214 */
#include <stdlib.h>
#include <string.h>
struct entry { struct entry *next; char *name; int value; };
static struct entry *buckets[8];
static unsigned mix(const char *s) { unsigned h = 5381; while (*s) h = 33 * h + (unsigned char)*s++; return h & 7; }
static struct entry *find(const char *name) {
    for (struct entry *e = buckets[mix(name)]; e; e = e->next)
        if (strcmp(e->name, name) == 0) return e;
    return NULL;
}
static int set(const char *name, int value) {
    struct entry *e = find(name);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e) return -1;
        e->name = malloc(strlen(name) + 1);
        if (!e->name) { free(e); return -1; }
        strcpy(e->name, name);
        unsigned h = mix(name);
        e->next = buckets[h];
        buckets[h] = e;
    }
    e->value = value;
    return 0;
}
static void clear(void) {
    for (int i = 0; i < 8; i++)
        while (buckets[i]) {
            struct entry *e = buckets[i];
            buckets[i] = e->next;
            free(e->name);
            free(e);
        }
}
int hash(int v) {
    static const char *const names[] = {"baud", "parity", "stop", "mode", "baud", "address", "retries", "mode", "timeout"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (v & (1 << i)) set(names[i], v);
    struct entry *e = find("baud");
    int r = e ? e->value : 0;
    clear();
    return r;
}
