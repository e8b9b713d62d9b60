/* key=value lines of standard input into a list; a later key replaces the value. memory: main --stdin 8 => heap 54 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { struct pair *next; char key[8]; char *value; };
static struct pair *all;
static int set(const char *k, const char *v) {
    struct pair *p;
    for (p = all; p; p = p->next) if (!strcmp(p->key, k)) break;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p) return -1;
        strncpy(p->key, k, sizeof p->key - 1);
        p->next = all;
        all = p;
    }
    char *c = strdup(v);
    if (!c) return -1;
    free(p->value);
    p->value = c;
    return 0;
}
int main(void) {
    char line[12];
    int n = 0;
    while (n < 2 && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *eq = strchr(line, '=');
        if (!eq) continue;
        *eq = 0;
        if (set(line, eq + 1) == 0) n++;
    }
    while (all) { struct pair *p = all; all = p->next; free(p->value); free(p); }
    return n;
}
/* "=\nx=abcd": 24 + 1 + 24 + 5 = 54 */
