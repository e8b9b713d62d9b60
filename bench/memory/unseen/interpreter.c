/* A command interpreter: a line is split, the command is looked up. memory: interpreter --strings --buffer 10 => heap */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
struct var { char name[8]; int value; };
static struct var *vars[4];
static int nvars;
static struct var *lookup(const char *name) {
    for (int i = 0; i < nvars; i++) if (strcmp(vars[i]->name, name) == 0) return vars[i];
    return NULL;
}
static int cmd_set(int argc, char **argv) {
    if (argc < 3) return -1;
    struct var *v = lookup(argv[1]);
    if (!v) {
        if (nvars == 4 || strlen(argv[1]) > 7) return -1;
        v = malloc(sizeof *v);
        if (!v) return -1;
        strcpy(v->name, argv[1]);
        vars[nvars++] = v;
    }
    v->value = atoi(argv[2]);
    return 0;
}
static int cmd_get(int argc, char **argv) {
    struct var *v = argc > 1 ? lookup(argv[1]) : NULL;
    return v ? v->value : -1;
}
static int cmd_del(int argc, char **argv) {
    (void)argc; (void)argv;
    while (nvars) free(vars[--nvars]);
    return 0;
}
static const struct { const char *name; int (*run)(int, char **); } cmds[] = {
    {"set", cmd_set}, {"get", cmd_get}, {"del", cmd_del},
};
static int execute(char *line) {
    char *argv[4];
    int argc = 0;
    char *p = line;
    while (*p && argc < 4) {
        while (*p == ' ') p++;
        if (!*p) break;
        argv[argc++] = p;
        while (*p && *p != ' ') p++;
        if (*p) *p++ = 0;
    }
    if (!argc) return 0;
    for (unsigned i = 0; i < sizeof cmds / sizeof *cmds; i++)
        if (strcmp(argv[0], cmds[i].name) == 0) return cmds[i].run(argc, argv);
    return -2;
}
int interpreter(const char *text) {
    char *line = strdup(text);
    if (!line) return -1;
    int r = execute(line);
    free(line);
    cmd_del(0, NULL);
    return r;
}
