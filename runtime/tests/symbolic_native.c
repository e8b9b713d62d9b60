/* Runs a harness of `symbolic/` natively on random inputs: what it asserts
 * for all inputs must hold for these with the system's library. Linked with
 * the harness, whose main is renamed. Argument: the number of runs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

/* The harness in a process of its own, with random standard input. */
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
