/* Keys and values: setting frees the old value, unsetting the pair. memory: main --stdin 12 => heap 101 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { struct pair *next; char *value; char key; };   /* 24 */
static struct pair *env;
static int set(char key, const char *value) {
    struct pair *p = env;
    while (p && p->key != key) p = p->next;
    char *v = strdup(value);
    if (!v) return -1;
    if (!p) {
        p = malloc(sizeof *p);
        if (!p) { free(v); return -1; }
        p->key = key; p->value = NULL; p->next = env;
        env = p;
    }
    free(p->value);
    p->value = v;
    return 0;
}
static void unset(char key) {
    for (struct pair **l = &env; *l; l = &(*l)->next)
        if ((*l)->key == key) { struct pair *p = *l; *l = p->next; free(p->value); free(p); return; }
}
int main(void) {
    char line[16];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[1] == '=') set(line[0], line + 2);
        else if (line[0] == '-') unset(line[1]);
    }
    while (env) unset(env->key);
    return 0;
}
/* a=\nb=\nc=\nd= : 11 bytes, one more: four pairs: 4 * 24 + 4 + 1 = 101. */
