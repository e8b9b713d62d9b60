/* Descriptors and streams of files: random sequences of calls on the models,
 * whose files are in memory, and on a scratch folder. */
#define _GNU_SOURCE
#include "differential.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

MODEL(open);
MODEL(open64);
MODEL(openat);
MODEL(creat);
MODEL(close);
MODEL(read);
MODEL(write);
MODEL(lseek);
MODEL(lseek64);
MODEL(pread);
MODEL(pwrite);
MODEL(dup);
MODEL(dup2);
MODEL(ftruncate);
MODEL(unlink);
MODEL(remove);
MODEL(access);
MODEL(isatty);
MODEL(fsync);
MODEL(posix_fadvise);
MODEL(fcntl);
MODEL(stat);
MODEL(lstat);
MODEL(fstat);
MODEL(stat64);
MODEL(lstat64);
MODEL(fstat64);
MODEL(getuid);
MODEL(geteuid);
MODEL(getgid);
MODEL(getegid);
MODEL(getpagesize);
MODEL(fopen);
MODEL(fopen64);
MODEL(fdopen);
MODEL(freopen);
MODEL(freopen64);
MODEL(fclose);
MODEL(fseek);
MODEL(fseeko);
MODEL(fseeko64);
MODEL(ftell);
MODEL(ftello);
MODEL(ftello64);
MODEL(rewind);
MODEL(fgetpos);
MODEL(fsetpos);
MODEL(__fpending);
MODEL(__fpurge);
extern int epm_fgetc(FILE *), epm_fputc(int, FILE *), epm_ungetc(int, FILE *), epm_feof(FILE *);
extern size_t epm_fwrite(const void *, size_t, size_t, FILE *);
extern int *epm___errno_location(void);

#define OPEN 6
static struct {
    int system, model; /* -1: closed */
} table[OPEN];

static int error_a, error_b;

/* Both results with their errors. */
#define BOTH(type, x, y)                                                                           \
    errno = *epm___errno_location() = 0;                                                           \
    type a = (type)(x);                                                                            \
    error_a = errno;                                                                               \
    type b = (type)(y);                                                                            \
    error_b = *epm___errno_location();

#define SAME(name, x, y)                                                                           \
    do {                                                                                           \
        BOTH(long, x, y)                                                                           \
        check(name, a == b && error_a == error_b, "%ld %ld, %d %d", a, b, error_a, error_b);       \
    } while (0)

/* New descriptors have other numbers: what counts is whether there is one. */
#define FRESH(name, i, x, y)                                                                       \
    do {                                                                                           \
        BOTH(int, x, y)                                                                            \
        check(name, (a < 0) == (b < 0) && error_a == error_b, "%d %d, %d %d", a, b, error_a,       \
              error_b);                                                                            \
        table[i].system = a;                                                                       \
        table[i].model = b;                                                                        \
    } while (0)

static const char *name_of(unsigned k) {
    static const char *const names[] = {"a", "b", "./a", "c", "d/e", "", "f/"};
    static char part[257];
    if (k == 7 && *part == 0)
        memset(part, 'n', 256);
    return k == 7 ? part : names[k];
}

static void open_one(int i) {
    int flags = (int)below(3) | (once_in(2) ? O_CREAT : 0) | (once_in(4) ? O_EXCL : 0) |
                (once_in(4) ? O_TRUNC : 0) | (once_in(4) ? O_APPEND : 0);
    /* O_EXCL without O_CREAT is not defined. */
    if (!(flags & O_CREAT))
        flags &= ~O_EXCL;
    const char *name = name_of(below(8));
    switch (below(4)) {
    case 0:
        FRESH("open", i, open(name, flags, 0644), epm_open(name, flags, 0644));
        break;
    case 1:
        FRESH("open64", i, open64(name, flags, 0644), epm_open64(name, flags, 0644));
        break;
    case 2:
        FRESH("openat", i, openat(AT_FDCWD, name, flags, 0644),
              epm_openat(AT_FDCWD, name, flags, 0644));
        break;
    default:
        FRESH("creat", i, creat(name, 0644), epm_creat(name, 0644));
    }
}

static int same_stat(mode_t mode_a, mode_t mode_b, long long size_a, long long size_b) {
    return mode_a == mode_b && size_a == size_b;
}

#define STAT(name, type, x, y)                                                                     \
    do {                                                                                           \
        struct type s = {0}, t = {0};                                                              \
        BOTH(int, x, y)                                                                            \
        check(name,                                                                                \
              a == b && error_a == error_b &&                                                      \
                  (a != 0 || same_stat(s.st_mode, t.st_mode, s.st_size, t.st_size)),               \
              "%d %d, %d %d, %o %o", a, b, error_a, error_b, s.st_mode, t.st_mode);                \
    } while (0)

static void on_name(void) {
    const char *name = name_of(below(8));
    int mode = (int)below(8);
    switch (below(7)) {
    case 0:
        STAT("stat", stat, stat(name, &s), epm_stat(name, &t));
        break;
    case 1:
        STAT("lstat", stat, lstat(name, &s), epm_lstat(name, &t));
        break;
    case 2:
        STAT("stat64", stat64, stat64(name, &s), epm_stat64(name, &t));
        break;
    case 3:
        STAT("lstat64", stat64, lstat64(name, &s), epm_lstat64(name, &t));
        break;
    case 4:
        SAME("access", access(name, mode), epm_access(name, mode));
        break;
    case 5:
        SAME("unlink", unlink(name), epm_unlink(name));
        break;
    default:
        SAME("remove", remove(name), epm_remove(name));
    }
}

static void on_descriptor(int i) {
    int x = table[i].system, y = table[i].model;
    char p[32], q[32];
    size_t n = below(13);
    long offset = (long)below(40) - 4;
    int whence = once_in(9) ? 9 : (int)below(3);
    memset(p, 1, sizeof p);
    memset(q, 1, sizeof q);
    switch (below(16)) {
    case 0: {
        BOTH(long, read(x, p, n), epm_read(y, q, n))
        check("read", a == b && error_a == error_b && memcmp(p, q, 32) == 0, "%zu: %ld %ld", n, a,
              b);
        break;
    }
    case 1:
        for (size_t k = 0; k < n; k++)
            p[k] = (char)('a' + below(26));
        SAME("write", write(x, p, n), epm_write(y, p, n));
        break;
    case 2:
        SAME("lseek", lseek(x, offset, whence), epm_lseek(y, offset, whence));
        break;
    case 3: {
        BOTH(long long, lseek64(x, offset, whence), epm_lseek64(y, offset, whence))
        check("lseek64", a == b && error_a == error_b, "%ld %d: %lld %lld", offset, whence, a, b);
        break;
    }
    case 4: {
        BOTH(long, pread(x, p, n, offset), epm_pread(y, q, n, offset))
        check("pread", a == b && error_a == error_b && memcmp(p, q, 32) == 0, "%zu: %ld %ld", n, a,
              b);
        break;
    }
    case 5:
        SAME("pwrite", pwrite(x, p, n, offset), epm_pwrite(y, p, n, offset));
        break;
    case 6:
        SAME("ftruncate", ftruncate(x, offset), epm_ftruncate(y, offset));
        break;
    case 7:
        STAT("fstat", stat, fstat(x, &s), epm_fstat(y, &t));
        break;
    case 8:
        STAT("fstat64", stat64, fstat64(x, &s), epm_fstat64(y, &t));
        break;
    case 9:
        SAME("isatty", isatty(x), epm_isatty(y));
        break;
    case 10:
        SAME("fsync", fsync(x), epm_fsync(y));
        break;
    case 11: {
        int advice = (int)below(8) - 1;
        SAME("posix_fadvise", posix_fadvise(x, 0, offset, advice),
             epm_posix_fadvise(y, 0, offset, advice));
        break;
    }
    case 12: {
        BOTH(int, fcntl(x, F_GETFL), epm_fcntl(y, F_GETFL))
        int kept = O_ACCMODE | O_APPEND;
        check("fcntl", (a < 0 || b < 0 ? a == b : (a & kept) == (b & kept)) && error_a == error_b,
              "%o %o", a, b);
        break;
    }
    case 13: {
        int j = (int)below(OPEN);
        if (table[j].system >= 0) {
            close(table[j].system);
            epm_close(table[j].model);
            if (i == j)
                x = table[i].system = -1, y = table[i].model = -1;
        }
        if (!once_in(4))
            FRESH("dup", j, dup(x), epm_dup(y));
        else
            FRESH("fcntl", j, fcntl(x, F_DUPFD, 3), epm_fcntl(y, F_DUPFD, 3));
        break;
    }
    case 14: {
        int j = (int)below(OPEN);
        if (table[j].system < 0)
            return;
        BOTH(int, dup2(x, table[j].system), epm_dup2(y, table[j].model))
        check("dup2", (a == table[j].system) == (b == table[j].model) && error_a == error_b,
              "%d %d", a, b);
        break;
    }
    default:
        SAME("close", close(x), epm_close(y));
        table[i].system = table[i].model = -1;
    }
}

static void remove_all(void) {
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        unlink(names[i]);
        epm_unlink(names[i]);
    }
}

static void descriptors(void) {
    for (int i = 0; i < OPEN; i++)
        table[i].system = table[i].model = -1;
    for (int k = 0; k < 60; k++) {
        int i = (int)below(OPEN);
        if (once_in(5))
            on_name();
        else if (table[i].system < 0 && !once_in(20))
            open_one(i);
        else
            on_descriptor(i);
    }
    for (int i = 0; i < OPEN; i++)
        if (table[i].system >= 0) {
            close(table[i].system);
            epm_close(table[i].model);
        }
    remove_all();
    unsigned id = epm_getuid();
    check("getuid", id == epm_getuid(), "changes");
    check("geteuid", id == epm_geteuid(), "not the user");
    check("getgid", epm_getgid() == id, "not the user's group");
    check("getegid", epm_getegid() == id, "not the user's group");
    check("getpagesize", getpagesize() == epm_getpagesize(), "%d", epm_getpagesize());
}

/* ---- streams ---- */

static FILE *f, *g;
static const char *mode_now;

static const char *random_mode(void) {
    static const char *const modes[] = {"r",  "w",  "a",  "r+", "w+",  "a+",
                                        "rb", "wb", "wx", "q",  "r+b", "ab+"};
    return modes[below(12)];
}

/* `closed`: the streams are gone when opening failed. */
static void opened(const char *name, const char *mode, FILE *x, FILE *y) {
    check(name, (x == NULL) == (y == NULL) && errno == *epm___errno_location(), "%s: %d %d", mode,
          errno, *epm___errno_location());
    f = x;
    g = y;
    mode_now = mode;
    if (x == NULL && y != NULL)
        epm_fclose(y);
    if (x != NULL && y == NULL)
        fclose(x);
    if (x == NULL || y == NULL)
        f = g = NULL;
}

static void open_stream(void) {
    const char *mode = random_mode(), *name = name_of(below(3));
    errno = *epm___errno_location() = 0;
    FILE *x, *y;
    switch (below(3)) {
    case 0:
        x = fopen(name, mode);
        opened("fopen", mode, x, epm_fopen(name, mode));
        break;
    case 1:
        x = fopen64(name, mode);
        opened("fopen64", mode, x, epm_fopen64(name, mode));
        break;
    default: {
        int flags = (int)below(3);
        int a = open(name, flags | O_CREAT, 0644), b = epm_open(name, flags | O_CREAT, 0644);
        errno = *epm___errno_location() = 0;
        x = fdopen(a, mode);
        y = epm_fdopen(b, mode);
        int failed = x == NULL && y == NULL;
        opened("fdopen", mode, x, y);
        if (failed) {
            close(a);
            epm_close(b);
        }
    }
    }
}

static void place(void) {
    long offset = (long)below(30) - 4;
    int whence = (int)below(3);
    switch (below(5)) {
    case 0:
        SAME("fseek", fseek(f, offset, whence), epm_fseek(g, offset, whence));
        break;
    case 1:
        SAME("fseeko", fseeko(f, offset, whence), epm_fseeko(g, offset, whence));
        break;
    case 2:
        SAME("fseeko64", fseeko64(f, offset, whence), epm_fseeko64(g, offset, whence));
        break;
    case 3:
        rewind(f);
        epm_rewind(g);
        check("rewind", ftell(f) == epm_ftell(g), "%ld", epm_ftell(g));
        break;
    default: {
        fpos_t p, q;
        SAME("fgetpos", fgetpos(f, &p), epm_fgetpos(g, &q));
        SAME("fsetpos", fsetpos(f, &p), epm_fsetpos(g, &q));
    }
    }
}

static void tell(void) {
    SAME("ftell", ftell(f), epm_ftell(g));
    SAME("ftello", ftello(f), epm_ftello(g));
    BOTH(long long, ftello64(f), epm_ftello64(g))
    check("ftello64", a == b, "%lld %lld", a, b);
}

/* Between reading and writing stands a positioning, as C asks. */
static void use_stream(void) {
    int writing = once_in(2);
    place();
    for (unsigned k = below(5); k > 0 && f != NULL; k--) {
        if (writing) {
            const char *s = random_string(6, "xyz");
            size_t n = strlen(s);
            check("fwrite", fwrite(s, 1, n, f) == epm_fwrite(s, 1, n, g) || fflush(f) != 0, "%s: %zu",
                  mode_now, n);
            /* A stream that is not for writing fails at once in both. */
            fflush(f);
        } else {
            int x = fgetc(f), y = epm_fgetc(g);
            check("fgetc", x == y && !feof(f) == !epm_feof(g), "%s: %d %d", mode_now, x, y);
            if (x != EOF && once_in(4)) {
                ungetc(x, f);
                epm_ungetc(x, g);
            }
        }
    }
    tell();
    check("__fpending", epm___fpending(g) == (fflush(f), __fpending(f)), "%zu", epm___fpending(g));
    rewind(f);
    epm_rewind(g);
    epm_ungetc('x', g);
    epm___fpurge(g);
    check("__fpurge", epm_ftell(g) == ftell(f), "%s: %ld %ld", mode_now, ftell(f), epm_ftell(g));
}

static void same_content(const char *name) {
    char p[400], q[400];
    int x = open(name, O_RDONLY), y = epm_open(name, O_RDONLY);
    long n = x < 0 ? -1 : read(x, p, sizeof p), m = y < 0 ? -1 : epm_read(y, q, sizeof q);
    check("content of a file", n == m && (n < 0 || memcmp(p, q, (size_t)n) == 0), "%s: %ld %ld",
          name, n, m);
    if (x >= 0)
        close(x);
    if (y >= 0)
        epm_close(y);
}

static void streams(void) {
    for (int k = 0; k < 5; k++) {
        open_stream();
        if (f == NULL)
            continue;
        use_stream();
        if (!once_in(4)) {
            const char *mode = random_mode(), *name = name_of(below(3));
            errno = *epm___errno_location() = 0;
            int wide = once_in(2);
            FILE *x = wide ? freopen64(name, mode, f) : freopen(name, mode, f);
            FILE *y = wide ? epm_freopen64(name, mode, g) : epm_freopen(name, mode, g);
            opened(wide ? "freopen64" : "freopen", mode, x, y);
        }
        if (f != NULL)
            use_stream();
        if (f != NULL)
            SAME("fclose", fclose(f), epm_fclose(g));
        f = g = NULL;
    }
    same_content("a");
    same_content("b");
    remove_all();
}

void test_files(void) {
    /* In memory where there is such a folder: fsync is slow elsewhere. */
    char folder[] = "/dev/shm/everypath-XXXXXX", other[] = "/tmp/everypath-XXXXXX";
    umask(022);
    char *made = mkdtemp(folder);
    if (made == NULL)
        made = mkdtemp(other);
    if (made == NULL || chdir(made) != 0) {
        check("scratch folder", 0, "cannot be made");
        return;
    }
    for (int i = 0; i < CASES; i++) {
        descriptors();
        streams();
        forget();
    }
    if (chdir("/") != 0 || rmdir(made) != 0)
        check("scratch folder", 0, "cannot be removed");
}
