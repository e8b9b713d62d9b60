/* Runs a harness of `symbolic/` natively on random inputs: what it asserts
 * for all inputs must hold for these with the system's library. Linked with
 * the harness, whose main is renamed. Argument: the number of runs. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern int harness_main(void);

static uint64_t state = 88172645463325252;

static unsigned next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20);
}

/* Half of the bytes are of the kind that the harnesses ask about. */
static unsigned char next_byte(void) {
    static const char likely[] = "ab,x-+019 \n\0A";
    return next() % 2 ? (unsigned char)likely[next() % (sizeof likely - 1)]
                      : (unsigned char)next();
}

void klee_make_symbolic(void *to, size_t size, const char *name);
void klee_make_symbolic(void *to, size_t size, const char *name) {
    (void)name;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = next_byte();
}

void klee_assume(uintptr_t condition);
void klee_assume(uintptr_t condition) {
    if (!condition)
        _exit(0);
}

/* Names that glibc got after 2.36 or lost before: by what they mean on the
 * inputs of the harnesses. */
#define WEAK __attribute__((weak))
#define INTEGER(name, plain, type)                                                                 \
    type name(const char *s, char **end, int base);                                                \
    WEAK type name(const char *s, char **end, int base) {                                          \
        return plain(s, end, base);                                                                \
    }
INTEGER(__isoc23_strtol, strtol, long)
INTEGER(__isoc23_strtoll, strtoll, long long)
INTEGER(__isoc23_strtoul, strtoul, unsigned long)
INTEGER(__isoc23_strtoull, strtoull, unsigned long long)
INTEGER(__isoc23_strtoimax, strtoimax, intmax_t)
INTEGER(__isoc23_strtoumax, strtoumax, uintmax_t)

#define SCAN_LIST(name, parameter, call)                                                           \
    int name(parameter const char *format, va_list list);                                          \
    WEAK int name(parameter const char *format, va_list list) {                                    \
        return call;                                                                               \
    }
#define SCAN(name, parameter, call)                                                                \
    int name(parameter const char *format, ...);                                                   \
    WEAK int name(parameter const char *format, ...) {                                             \
        va_list list;                                                                              \
        va_start(list, format);                                                                    \
        int n = call;                                                                              \
        va_end(list);                                                                              \
        return n;                                                                                  \
    }
#define COMMA ,
SCAN_LIST(__isoc23_vscanf, , vscanf(format, list))
SCAN_LIST(__isoc23_vfscanf, FILE *file COMMA, vfscanf(file, format, list))
SCAN_LIST(__isoc23_vsscanf, const char *s COMMA, vsscanf(s, format, list))
SCAN(__isoc23_scanf, , vscanf(format, list))
SCAN(__isoc23_fscanf, FILE *file COMMA, vfscanf(file, format, list))
SCAN(__isoc23_sscanf, const char *s COMMA, vsscanf(s, format, list))

void cfree(void *object);
WEAK void cfree(void *object) {
    free(object);
}

size_t strlcpy(char *to, const char *from, size_t size);
WEAK size_t strlcpy(char *to, const char *from, size_t size) {
    if (size > 0)
        snprintf(to, size, "%s", from);
    return strlen(from);
}

size_t strlcat(char *to, const char *from, size_t size);
WEAK size_t strlcat(char *to, const char *from, size_t size) {
    size_t used = strnlen(to, size);
    return used + strlcpy(to + used, from, size - used);
}

/* The harness in a process of its own, with random standard input and a file
 * in the working folder. */
static int run(void) {
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    unsigned char bytes[4];
    unsigned size = next() % 4 == 0 ? next() % 5 : 4;
    for (unsigned i = 0; i < size; i++)
        bytes[i] = next_byte();
    if (write(ends[1], bytes, size) != (ssize_t)size)
        return 0;
    close(ends[1]);
    /* What `--file data 3` gives. */
    FILE *data = fopen("data", "w");
    for (int i = 0; data != NULL && i < 3; i++)
        fputc(next_byte(), data);
    if (data == NULL || fclose(data) != 0)
        return 0;
    /* What `--file sub/data 3` gives. */
    mkdir("sub", 0755);
    data = fopen("sub/data", "w");
    if (data == NULL || fputs("abc", data) < 0 || fclose(data) != 0)
        return 0;
    next();
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], 0);
        exit(harness_main() & 0);
    }
    close(ends[0]);
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
}

int main(int argc, char **argv) {
    long runs = argc > 1 ? atol(argv[1]) : 1;
    for (long i = 0; i < runs; i++) {
        state += (uint64_t)i * 0x9e3779b97f4a7c15;
        if (!run()) {
            fprintf(stderr, "run %ld failed\n", i);
            return 1;
        }
    }
    return 0;
}
