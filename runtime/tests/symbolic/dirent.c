// expect: proved
// flags: --file sub/data 3
// flags: -- -fno-builtin
// A folder of one file: what it holds, errors, places in it.
#define _GNU_SOURCE
#include "choose.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void errors(void) {
    klee_assert(opendir("none") == NULL && errno == ENOENT);
    klee_assert(opendir("sub/data") == NULL && errno == ENOTDIR);
    klee_assert(opendir("sub/data/x") == NULL && errno == ENOTDIR);
    klee_assert(opendir("") == NULL && errno == ENOENT);
    klee_assert(fdopendir(77) == NULL && errno == EBADF);
    int fd = open("sub/data", O_RDONLY);
    klee_assert(fd >= 3 && fdopendir(fd) == NULL && errno == ENOTDIR && close(fd) == 0);
    struct dirent **list;
    klee_assert(scandir("none", &list, 0, 0) == -1 && errno == ENOENT);
    klee_assert(open("sub/new/file", O_WRONLY | O_CREAT, 0600) == -1 && errno == ENOENT);
    klee_assert(unlink("sub") == -1 && errno == EISDIR && access("sub", X_OK) == 0);
}

/* Which of the three names; each comes once. */
static unsigned place(const char *name) {
    return strcmp(name, ".") == 0 ? 1 : strcmp(name, "..") == 0 ? 2 : strcmp(name, "data") == 0 ? 4 : 8;
}

static void entries(DIR *d, int wide) {
    unsigned seen = 0;
    long last = 0;
    struct stat s;
    for (int i = 0; i < 3; i++) {
        last = i == 2 ? telldir(d) : 0;
        errno = 7;
        if (wide) {
            struct dirent64 *e = readdir64(d);
            klee_assert(e != NULL && errno == 7);
            seen += place(e->d_name);
        } else {
            struct dirent *e = readdir(d);
            klee_assert(e != NULL && errno == 7 && e->d_reclen > strlen(e->d_name));
            if (place(e->d_name) == 4)
                klee_assert(stat("sub/data", &s) == 0 && e->d_type != DT_DIR);
            seen += place(e->d_name);
        }
    }
    klee_assert(seen == 7);
    errno = 7;
    klee_assert((wide ? (void *)readdir64(d) : (void *)readdir(d)) == NULL && errno == 7);
    klee_assert((wide ? (void *)readdir64(d) : (void *)readdir(d)) == NULL && errno == 7);
    seekdir(d, last);
    klee_assert((wide ? (void *)readdir64(d) : (void *)readdir(d)) != NULL);
    klee_assert((wide ? (void *)readdir64(d) : (void *)readdir(d)) == NULL);
}

static int no_dots(const struct dirent *e) {
    return e->d_name[0] != '.';
}

static int no_dots64(const struct dirent64 *e) {
    return e->d_name[0] != '.';
}

static void lists(void) {
    struct dirent **l;
    struct dirent64 **m;
    int n = scandir("sub", &l, 0, alphasort);
    klee_assert(n == 3 && strcmp(l[0]->d_name, ".") == 0 && strcmp(l[1]->d_name, "..") == 0);
    klee_assert(strcmp(l[2]->d_name, "data") == 0);
    const struct dirent *dots = l[1], *data = l[2];
    klee_assert(alphasort(&dots, &data) < 0 && alphasort(&data, &data) == 0);
    while (n > 0)
        free(l[--n]);
    free(l);
    klee_assert(scandir("sub", &l, no_dots, 0) == 1 && strcmp(l[0]->d_name, "data") == 0);
    free(l[0]);
    free(l);
    klee_assert(scandir64("sub", &m, no_dots64, alphasort64) == 1);
    klee_assert(strcmp(m[0]->d_name, "data") == 0);
    const struct dirent64 *only = m[0];
    klee_assert(alphasort64(&only, &only) == 0);
    free(m[0]);
    free(m);
}

int main(void) {
    static const char *const names[] = {"sub", "./sub", "sub/", ".//sub//.", "sub/./"};
    errors();
    DIR *d;
    unsigned which = choose(6, "which");
    if (which == 5)
        d = fdopendir(open("sub", O_RDONLY | O_DIRECTORY));
    else
        d = opendir(names[which]);
    klee_assert(d != NULL && dirfd(d) >= 3);
    struct stat s;
    klee_assert(fstat(dirfd(d), &s) == 0 && S_ISDIR(s.st_mode));
    entries(d, 0);
    rewinddir(d);
    entries(d, 1);
    int fd = dirfd(d);
    klee_assert(closedir(d) == 0 && close(fd) == -1 && errno == EBADF);
    lists();
    /* A folder stays when its last file goes. */
    klee_assert(unlink("sub/data") == 0 && stat("sub", &s) == 0 && S_ISDIR(s.st_mode));
    d = opendir("sub");
    klee_assert(d != NULL && readdir(d) != NULL && readdir(d) != NULL && readdir(d) == NULL);
    return closedir(d);
}
