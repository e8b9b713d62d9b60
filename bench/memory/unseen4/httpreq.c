/* A request line and headers: method, path and each header are copied. memory: main --stdin 14 => heap 62 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct header { struct header *next; char *name, *value; };
static char *slice(const char *s, size_t n) {
    char *c = malloc(n + 1);
    if (!c) return NULL;
    memcpy(c, s, n);
    c[n] = 0;
    return c;
}
int main(void) {
    char line[16];
    char *path = NULL;
    struct header *list = NULL;
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    char *space = strchr(line, ' ');
    if (space) {
        size_t len = strcspn(space + 1, " \r\n");
        path = slice(space + 1, len);
    }
    while (n < 2 && fgets(line, sizeof line, stdin)) {
        char *colon = strchr(line, ':');
        if (!colon) break;
        struct header *h = malloc(sizeof *h);
        if (!h) break;
        h->name = slice(line, (size_t)(colon - line));
        h->value = slice(colon + 1, strcspn(colon + 1, "\r\n"));
        h->next = list;
        list = h;
        n++;
    }
    while (list) {
        struct header *next = list->next;
        free(list->name);
        free(list->value);
        free(list);
        list = next;
    }
    free(path);
    return n;
}
/* " " and ":" twice with two ends of lines leave nine bytes that are copied: 1 + 2 * (24 + 2) + 9 = 62 */
