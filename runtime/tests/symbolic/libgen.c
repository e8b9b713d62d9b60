// expect: proved
// Folder and name of every path of at most three characters.
#include <klee/klee.h>
#include <string.h>

char *dirname(char *path);
char *__xpg_basename(char *path);
char *basename(const char *path);

int main(void) {
    char path[4], a[4], b[4];
    klee_make_symbolic(path, sizeof path, "path");
    klee_assume(path[3] == 0);
    memcpy(a, path, sizeof a);
    memcpy(b, path, sizeof b);
    const char *folder = dirname(a), *name = __xpg_basename(b), *rest = basename(path);
    klee_assert(folder[0] != 0 && name[0] != 0);
    klee_assert(strchr(rest, '/') == NULL);
    klee_assert(name[0] == '/' || strchr(name, '/') == NULL);
    klee_assert((path[0] == '/') == (folder[0] == '/'));
    if (path[0] != 0 && strchr(path, '/') == NULL)
        klee_assert(strcmp(folder, ".") == 0 && strcmp(name, path) == 0 && rest == path);
    return 0;
}
