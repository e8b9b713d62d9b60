/* Pairs key=value of a text, lines between semicolons. memory: ini --strings --buffer 8 => heap 104 */
#include <stdlib.h>
#include <string.h>
struct pair { struct pair *next; char *key, *value; };       /* 24 */
static char *copy(const char *s, size_t n) {
    char *c = malloc(n + 1);
    if (c) { memcpy(c, s, n); c[n] = 0; }
    return c;
}
int ini(const char *text) {
    struct pair *all = NULL;
    int n = 0;
    while (*text) {
        size_t len = strcspn(text, ";");
        const char *eq = memchr(text, '=', len);
        if (eq) {
            struct pair *p = malloc(sizeof *p);
            if (!p) break;
            p->key = copy(text, (size_t)(eq - text));
            p->value = copy(eq + 1, len - (size_t)(eq - text) - 1);
            p->next = all; all = p; n++;
        }
        text += len;
        if (*text == ';') text++;
    }
    while (all) { struct pair *p = all; all = p->next; free(p->key); free(p->value); free(p); }
    return n;
}
/* strings of up to 7 characters: =;=;=;= are 4 pairs of 26 */
