/* Paths are put together on the stack, the result is copied. memory: main --args sym:6,sym:6 => heap 14 */
#include <alloca.h>
#include <stdlib.h>
#include <string.h>
static char *join(const char *dir, const char *name) {
    size_t d = strlen(dir), n = strlen(name);
    char *p = alloca(d + n + 2);
    memcpy(p, dir, d);
    if (d && p[d - 1] != '/') p[d++] = '/';
    memcpy(p + d, name, n + 1);
    return strdup(p);
}
int main(int argc, char **argv) {
    if (argc < 3) return 1;
    char *p = join(argv[1], argv[2]);
    if (!p) return 1;
    int slashes = 0;
    for (char *q = p; *q; q++) slashes += *q == '/';
    free(p);
    return slashes;
}
