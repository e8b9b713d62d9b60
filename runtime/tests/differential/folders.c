/* Folders: what is in them, on the models, whose files are in memory, and in a
 * scratch folder. The order of entries is the file system's: sets are compared. */
#define _GNU_SOURCE
#include "differential.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

MODEL(opendir);
MODEL(fdopendir);
MODEL(readdir);
MODEL(readdir64);
MODEL(closedir);
MODEL(rewinddir);
MODEL(telldir);
MODEL(seekdir);
MODEL(dirfd);
MODEL(scandir);
MODEL(scandir64);
MODEL(alphasort);
MODEL(alphasort64);
MODEL(open);
MODEL(close);
MODEL(unlink);
MODEL(stat);
extern int *epm___errno_location(void);

static int error_a, error_b;

#define BOTH(type, x, y)                                                                           \
    errno = *epm___errno_location() = 0;                                                           \
    type a = (type)(x);                                                                            \
    error_a = errno;                                                                               \
    type b = (type)(y);                                                                            \
    error_b = *epm___errno_location();

#define MOST 16
static char names_a[MOST][32], names_b[MOST][32];

static int by_name(const void *x, const void *y) {
    return strcmp(x, y);
}

static int same_names(int n, int m) {
    qsort(names_a, (size_t)n, 32, by_name);
    qsort(names_b, (size_t)m, 32, by_name);
    int same = n == m;
    for (int i = 0; i < n && same; i++)
        same = strcmp(names_a[i], names_b[i]) == 0;
    return same;
}

/* One file, there or not. */
static void change(void) {
    static const char *const files[] = {"a", "b", "sub/a", "sub/b", "none/a", "sub/given/a"};
    const char *name = files[below(6)];
    if (once_in(2)) {
        int x = open(name, O_CREAT | O_WRONLY, 0644), error = errno;
        int y = epm_open(name, O_CREAT | O_WRONLY, 0644);
        check("a file in a folder", (x < 0) == (y < 0) && (x >= 0 || error == *epm___errno_location()),
              "%s: %d %d, %d %d", name, x, y, error, *epm___errno_location());
        if (x >= 0)
            close(x);
        if (y >= 0)
            epm_close(y);
    } else {
        BOTH(int, unlink(name), epm_unlink(name))
        check("unlink", a == b && error_a == error_b, "%s: %d %d, %d %d", name, a, b, error_a, error_b);
    }
}

static int read_names(DIR *d, DIR *e, int wide, int *m) {
    int n = 0;
    *m = 0;
    if (wide) {
        for (struct dirent64 *x; n < MOST && (x = readdir64(d)) != NULL;)
            strcpy(names_a[n++], x->d_name);
        for (struct dirent64 *x; *m < MOST && (x = epm_readdir64(e)) != NULL;)
            strcpy(names_b[(*m)++], x->d_name);
    } else {
        for (struct dirent *x; n < MOST && (x = readdir(d)) != NULL;)
            strcpy(names_a[n++], x->d_name);
        for (struct dirent *x; *m < MOST && (x = epm_readdir(e)) != NULL;)
            strcpy(names_b[(*m)++], x->d_name);
    }
    return n;
}

static DIR *model;
static DIR *open_both(void) {
    static const char *const folders[] = {".",    "sub", "./sub/", "sub//.", "none",
                                          "sub/given", "sub/given/x", "", "sub/none", "sub"};
    const char *name = folders[below(10)];
    if (once_in(3)) {
        int x = open(name, O_RDONLY), y = epm_open(name, O_RDONLY);
        BOTH(DIR *, fdopendir(x), epm_fdopendir(y))
        check("fdopendir", !a == !b && error_a == error_b, "%s: %d %d", name, error_a, error_b);
        if (a == NULL && x >= 0)
            close(x);
        if (b == NULL && y >= 0)
            epm_close(y);
        model = b;
        return a;
    }
    BOTH(DIR *, opendir(name), epm_opendir(name))
    check("opendir", !a == !b && error_a == error_b, "%s: %d %d", name, error_a, error_b);
    model = b;
    return a;
}

static void read_both(DIR *d, DIR *e) {
    int m, wide = once_in(2);
    const char *name = wide ? "readdir64" : "readdir";
    int n = read_names(d, e, wide, &m);
    check(name, same_names(n, m) && n >= 2, "%d %d", n, m);
    check("dirfd", (dirfd(d) >= 3) == (epm_dirfd(e) >= 3), "%d", epm_dirfd(e));
    if (once_in(2))
        change();
    rewinddir(d);
    epm_rewinddir(e);
    check("telldir", telldir(d) == 0 && epm_telldir(e) == 0, "not at the start");
    n = read_names(d, e, wide, &m);
    check("rewinddir", same_names(n, m), "%d %d", n, m);
    /* Back to a place in the middle: as many come behind it as before. */
    int skip = (int)below((unsigned)n + 1), behind = 0;
    rewinddir(d);
    epm_rewinddir(e);
    for (int i = 0; i < skip; i++) {
        if (wide)
            readdir64(d), epm_readdir64(e);
        else
            readdir(d), epm_readdir(e);
    }
    long x = telldir(d), y = epm_telldir(e);
    read_names(d, e, wide, &m);
    seekdir(d, x);
    epm_seekdir(e, y);
    behind = read_names(d, e, wide, &m);
    check("seekdir", behind == n - skip && m == n - skip, "%d of %d: %d %d", skip, n, behind, m);
    errno = *epm___errno_location() = 7;
    check("readdir at the end", (wide ? (void *)readdir64(d) : (void *)readdir(d)) == NULL &&
                                    (wide ? (void *)epm_readdir64(e) : (void *)epm_readdir(e)) == NULL &&
                                    errno == 7 && *epm___errno_location() == 7,
          "%d", *epm___errno_location());
}

static unsigned wanted;
static int some(const struct dirent *e) {
    return (wanted >> (e->d_name[0] & 7)) & 1;
}
static int some64(const struct dirent64 *e) {
    return (wanted >> (e->d_name[0] & 7)) & 1;
}

#define LIST(scan, entry, select, compare)                                                         \
    do {                                                                                           \
        struct entry **p = NULL, **q = NULL;                                                       \
        BOTH(int, scan(name, &p, all ? NULL : select, compare),                                    \
             epm_##scan(name, &q, all ? NULL : select, epm_##compare))                             \
        int same = a == b && error_a == error_b;                                                   \
        for (int i = 0; i < a && same; i++) {                                                      \
            same = strcmp(p[i]->d_name, q[i]->d_name) == 0;                                        \
            const struct entry *s = p[i], *t = p[below((unsigned)a)];                              \
            int left = compare(&s, &t), right = epm_##compare(&s, &t);                             \
            check(#compare, (left < 0) == (right < 0) && (left > 0) == (right > 0), "%d %d", left, \
                  right);                                                                          \
        }                                                                                          \
        check(#scan, same, "%s: %d %d, %d %d", name, a, b, error_a, error_b);                      \
        for (int i = 0; i < a; i++)                                                                \
            free(p[i]);                                                                            \
        for (int i = 0; i < b; i++)                                                                \
            free(q[i]);                                                                            \
        free(p);                                                                                   \
        free(q);                                                                                   \
    } while (0)

static void list_both(void) {
    static const char *const folders[] = {".", "sub", "sub/", "none", "sub/given"};
    const char *name = folders[below(5)];
    int all = once_in(3);
    wanted = below(256);
    LIST(scandir, dirent, some, alphasort);
    LIST(scandir64, dirent64, some64, alphasort64);
}

void test_folders(void) {
    char folder[] = "/dev/shm/everypath-XXXXXX", other[] = "/tmp/everypath-XXXXXX";
    char *made = mkdtemp(folder);
    if (made == NULL)
        made = mkdtemp(other);
    int given = -1;
    if (made != NULL && chdir(made) == 0 && mkdir("sub", 0755) == 0)
        given = open("sub/given", O_CREAT | O_WRONLY, 0644);
    if (given < 0) {
        check("scratch folder", 0, "cannot be made");
        return;
    }
    close(given);
    for (int i = 0; i < 5 * CASES; i++) {
        change();
        DIR *d = open_both(), *e = model;
        if (d != NULL && e != NULL)
            read_both(d, e);
        if (d != NULL || e != NULL) {
            BOTH(int, closedir(d), epm_closedir(e))
            check("closedir", a == b && error_a == error_b, "%d %d", a, b);
        }
        list_both();
    }
    static const char *const files[] = {"a", "b", "sub/a", "sub/b", "sub/given"};
    for (int i = 0; i < 5; i++)
        unlink(files[i]);
    if (rmdir("sub") != 0 || chdir("/") != 0 || rmdir(made) != 0)
        check("scratch folder", 0, "cannot be removed");
}
