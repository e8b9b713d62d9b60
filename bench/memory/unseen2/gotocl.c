/* Three resources with one way out. memory: main --args sym:3 => heap 164 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int r = 1;
    char *name = NULL, *table = NULL, *extra = NULL;
    if (argc < 2) goto out;
    name = malloc(strlen(argv[1]) + 1);
    if (!name) goto out;
    strcpy(name, argv[1]);
    table = calloc(16, 4);
    if (!table) goto out;
    if (name[0] == '-') {
        if (name[1] == 'v') { puts("version"); r = 0; goto out; }
        extra = malloc(96);
        if (!extra) goto out;
        memset(extra, 0, 96);
        if (name[1] != 'x') goto out;
    }
    table[0] = name[0];
    r = 0;
out:
    free(extra);
    free(table);
    free(name);
    return r;
}
/* 4 + 64 + 96 = 164 */
