/* A table of commands through pointers. memory: commands => heap 512 */
#include <stdlib.h>
typedef int (*command)(unsigned arg);
static int cmd_ping(unsigned arg) { return (int)arg; }
static int cmd_echo(unsigned arg) {
    unsigned n = arg & 127;
    char *p = malloc(n + 1);
    if (!p) return -1;
    for (unsigned i = 0; i < n; i++) p[i] = (char)i;
    int r = n ? p[n - 1] : 0;
    free(p);
    return r;
}
static int cmd_dump(unsigned arg) {
    unsigned *page = malloc(512);
    if (!page) return -1;
    for (int i = 0; i < 128; i++) page[i] = arg;
    int r = (int)page[arg & 127];
    free(page);
    return r;
}
static const struct { char name; command run; } table[] = {
    {'p', cmd_ping}, {'e', cmd_echo}, {'d', cmd_dump},
};
int commands(char name, unsigned arg) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].name == name) return table[i].run(arg);
    return -1;
}
