/* The frame of the differential test: random numbers, messages, and native
 * versions of the engines' builtins. */
#include "differential.h"

#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

int all_symbolic;

static uint64_t state = 0x9e3779b97f4a7c15;

uint64_t random_bits(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}

unsigned below(unsigned n) {
    return (unsigned)((random_bits() >> 32) * n >> 32);
}

int once_in(unsigned n) {
    return below(n) == 0;
}

static void *blocks[64];
static int block_count;

void *exact(const void *from, size_t size) {
    if (block_count == 64) {
        fprintf(stderr, "too many blocks: forget() is missing\n");
        exit(2);
    }
    void *block = malloc(size > 0 ? size : 1);
    if (size > 0)
        memcpy(block, from, size);
    return blocks[block_count++] = block;
}

void forget(void) {
    while (block_count > 0)
        free(blocks[--block_count]);
}

const char *const any_bytes =
    "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37 "
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz"
    "{|}~\177\200\201\212\223\234\245\256\267\270\301\312\323\334\345\356\360\361\362\363\364\365"
    "\366\367\370\371\372\373\374\375\376\377";
const char *const few_bytes = "aabAB,\377";

char *random_string(unsigned max, const char *alphabet) {
    char text[256];
    unsigned n = below(max + 1), letters = (unsigned)strlen(alphabet);
    for (unsigned i = 0; i < n; i++)
        text[i] = alphabet[below(letters)];
    text[n] = 0;
    return exact(text, n + 1);
}

/* Results per function. */
static struct {
    const char *name;
    unsigned cases, failures;
} results[1024];
static int result_count;

void check(const char *name, int ok, const char *format, ...) {
    int i = result_count - 1;
    while (i >= 0 && strcmp(results[i].name, name) != 0)
        i--;
    if (i < 0) {
        i = result_count++;
        results[i].name = name;
    }
    results[i].cases++;
    if (ok)
        return;
    if (results[i].failures++ >= 5)
        return;
    va_list list;
    va_start(list, format);
    printf("%s: ", name);
    vprintf(format, list);
    printf("\n");
    va_end(list);
}

const char *show(const char *s, size_t n) {
    static char texts[8][600];
    static int next;
    char *text = texts[next++ % 8], *to = text;
    if (s == NULL)
        return "NULL";
    *to++ = '"';
    for (size_t i = 0; i < n && to < text + 580; i++) {
        unsigned char c = (unsigned char)s[i];
        to += c >= ' ' && c <= '~' ? sprintf(to, "%c", c) : sprintf(to, "\\%03o", c);
    }
    strcpy(to, "\"");
    return text;
}

const char *show_string(const char *s) {
    return show(s, s == NULL ? 0 : strlen(s));
}

static const char *input;
static size_t input_size, input_at;
static char output[3][1 << 16];
static size_t output_at[3];

void input_is(const char *bytes, size_t size) {
    input = bytes;
    input_size = size;
    input_at = 0;
}

size_t output_size(int descriptor) {
    return output_at[descriptor];
}

const char *output_bytes(int descriptor) {
    return output[descriptor];
}

void output_clear(void) {
    memset(output_at, 0, sizeof output_at);
}

long __ep_read(int descriptor, void *to, size_t size);
long __ep_read(int descriptor, void *to, size_t size) {
    if (descriptor != 0)
        return -1;
    size_t n = input_size - input_at < size ? input_size - input_at : size;
    memcpy(to, input + input_at, n);
    input_at += n;
    return (long)n;
}

long __ep_write(int descriptor, const void *from, size_t size);
long __ep_write(int descriptor, const void *from, size_t size) {
    size_t room = sizeof output[0] - output_at[descriptor];
    size_t n = size < room ? size : room;
    memcpy(output[descriptor] + output_at[descriptor], from, n);
    output_at[descriptor] += n;
    return (long)size;
}

long __ep_open(const char *path);
long __ep_open(const char *path) {
    (void)path;
    return -1;
}

long __ep_seek(int descriptor, long offset, int whence);
long __ep_seek(int descriptor, long offset, int whence) {
    (void)descriptor, (void)offset, (void)whence;
    return -1;
}

void __ep_assume_folder(int inside);
void __ep_assume_folder(int inside) {
    (void)inside;
}

char *__ep_variable(const char *name);
char *__ep_variable(const char *name) {
    (void)name;
    return NULL;
}

int klee_is_symbolic(uintptr_t value);
int klee_is_symbolic(uintptr_t value) {
    (void)value;
    return all_symbolic;
}

uint64_t __ep_some_value(uint64_t value);
uint64_t __ep_some_value(uint64_t value) {
    return value;
}

int __ep_optional_arguments(int group, int *least, int *most);
int __ep_optional_arguments(int group, int *least, int *most) {
    (void)group, (void)least, (void)most;
    return -1;
}

void __ep_keep_arguments(int group, int count);
void __ep_keep_arguments(int group, int count) {
    (void)group, (void)count;
}

void __ep_assume_no_other_file(void);
void __ep_assume_no_other_file(void) {
}

uint64_t __ep_fixed(uint64_t value);
uint64_t __ep_fixed(uint64_t value) {
    return value;
}

_Noreturn void __ep_unsupported(const char *reason);
_Noreturn void __ep_unsupported(const char *reason) {
    printf("unsupported: %s\n", reason);
    fflush(stdout);
    _exit(3);
}

jmp_buf end_of_program;
int ended_with;
static int end_expected;

void expect_end(int expected) {
    end_expected = expected;
}

/* In place of the system's: the end of a model's program is an event here. */
_Noreturn void _exit(int status) {
    ended_with = status;
    if (end_expected)
        longjmp(end_of_program, 1);
    fflush(NULL);
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

/* A given file, before the models look for them. */
static char given_text[] = "xyz";
static struct {
    const char *name;
    char *data;
    size_t size;
} given[] = {{"sub/given", given_text, 3}, {NULL, NULL, 0}};
extern void *volatile epm___ep_files;

int main(int argc, char **argv) {
    epm___ep_files = given;
    if (argc > 1)
        state += strtoull(argv[1], NULL, 10) * 0x2545f4914f6cdd1d;
    test_memory();
    test_strings();
    test_search();
    test_ctype();
    test_integers();
    test_floats();
    test_stdlib();
    test_math();
    test_math_long();
    test_print();
    test_scan();
    test_stream();
    test_names();
    test_files();
    test_folders();
    test_options();
    test_time();
    test_regex();
    unsigned cases = 0, failures = 0, few = 0;
    for (int i = 0; i < result_count; i++) {
        cases += results[i].cases;
        failures += results[i].failures;
        few += results[i].cases < CASES;
        if (results[i].failures > 0)
            printf("FAILED %s: %u of %u\n", results[i].name, results[i].failures, results[i].cases);
        if (results[i].cases < CASES)
            printf("TOO FEW %s: %u\n", results[i].name, results[i].cases);
        /* What `differential.rs` reads. */
        printf("COMPARED %s %u\n", results[i].name, results[i].cases);
    }
    printf("%d functions, %u cases, %u failures\n", result_count, cases, failures);
    return failures > 0 || few > 0;
}
