/* The native side of `everypath fuzz`: a server that runs the user's program
 * on one input after the other and counts the edges of its control flow.
 *
 * The fuzzer and the server share memory (descriptor 198): the input, the
 * counters, and what is said about the run. A byte on descriptor 199 asks for a
 * run; eight bytes on descriptor 200 answer: what happened, and its status.
 * Where the target may be called again and again, one process does many runs
 * (persistent); else every run is a fork of a process that is ready to start,
 * by `_Fork`, which runs no handlers (2.5 times as fast under the sanitizer).
 * A crash ends that process only, and the counters outlive it.
 *
 * The generated entry file says how the input enters (`ep_fuzz_…`). Started
 * with EVERYPATH_FUZZ_INPUT=FILE and without a server's descriptors, the
 * program runs that file once, so that a finding can be seen in a debugger.
 *
 * Source of the interface of the counters: clang's SanitizerCoverage
 * (trace-pc-guard). Cost: one call and one increment per edge. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define NORETURN __attribute__((noreturn))

enum { SHARED = 198, ASK = 199, TELL = 200 };
enum { MAX_INPUT = 1 << 20, MAX_EDGES = 1 << 20, HEADER = 4096, RESULTS = 1 << 16 };
enum { DONE = 1, DIED = 2, REJECTED = 78 };
/* Runs of one process: what it leaks stays bounded. */
enum { RUNS = 20000 };

struct header {
  uint32_t edges;
  uint32_t length;
  int32_t child;
  uint32_t results; /* bytes used in the table of results */
  uint32_t failed;  /* an input could not be handed to the program */
  uint32_t retired; /* the process of many runs makes room for a fresh one */
};

/* Of the generated entry file. */
extern const int ep_fuzz_persistent;
extern const char *const ep_fuzz_file;
extern void ep_fuzz_once(const uint8_t *data, size_t size);

static uint8_t *shared;
static uint8_t *counters;
static int alone;

static struct header *header(void) {
  return (struct header *)shared;
}

static NORETURN void fail(void) {
  header()->failed = 1;
  _exit(120);
}

static void map_shared(void) {
  if (shared)
    return;
  size_t size = HEADER + (size_t)MAX_INPUT + MAX_EDGES + RESULTS;
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED, 0);
  if (p == MAP_FAILED || getenv("EVERYPATH_FUZZ_INPUT")) {
    alone = 1;
    p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
      _exit(120);
  }
  shared = p;
  counters = shared + HEADER + MAX_INPUT;
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  if (start == stop || *start)
    return;
  map_shared();
  for (uint32_t *g = start; g < stop; g++) {
    if (header()->edges >= MAX_EDGES)
      return; /* guards without a number are not counted */
    *g = ++header()->edges;
  }
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (*guard == 0)
    return;
  uint8_t *c = &counters[*guard - 1];
  *c += *c != 255;
}

/* Where each edge is, for a build that asks for it: offsets in the program. */
static uint64_t program_base(void);

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  const char *path = getenv("EVERYPATH_FUZZ_PCS");
  if (!path)
    return;
  FILE *f = fopen(path, "wb");
  if (!f)
    return;
  uint64_t base = program_base();
  for (const uintptr_t *p = start; p < stop; p += 2) {
    uint64_t offset = p[0] - base;
    fwrite(&offset, 8, 1, f);
  }
  fclose(f);
}

static int first_module(struct dl_phdr_info *info, size_t size, void *out) {
  (void)size;
  *(uint64_t *)out = info->dlpi_addr;
  return 1;
}

static uint64_t program_base(void) {
  uint64_t base = 0;
  dl_iterate_phdr(first_module, &base);
  return base;
}

/* ---- what calls out of the model return ---------------------------------- */

/* Return addresses of watched calls; one thread. */
static uint64_t shadow[1 << 16];
uint64_t *ep_fuzz_shadow = shadow;

/* Of the generated wrappers: a function's number and what it returned, as an
 * integer and as a double. */
void ep_fuzz_result(uint32_t function, uint64_t integer, uint64_t real);
void ep_fuzz_result(uint32_t function, uint64_t integer, uint64_t real) {
  uint32_t at = header()->results;
  if (at + 24 > RESULTS)
    return;
  uint64_t *to = (uint64_t *)(counters + MAX_EDGES + at);
  to[0] = function;
  to[1] = integer;
  to[2] = real;
  header()->results = at + 24;
}

/* ---- the input, as the entry asks for it --------------------------------- */

static const uint8_t *input_data;
static size_t input_size, input_at;

/* The next bytes; zeros behind the end. */
void ep_fuzz_take(void *to, size_t n);
void ep_fuzz_take(void *to, size_t n) {
  size_t left = input_size - input_at;
  size_t k = n < left ? n : left;
  memcpy(to, input_data + input_at, k);
  memset((char *)to + k, 0, n - k);
  input_at += k;
}

size_t ep_fuzz_size(void);
size_t ep_fuzz_size(void) {
  return input_size;
}

/* An object of its own with the next bytes, so that a read beyond is seen. */
void *ep_fuzz_object(size_t n);
void *ep_fuzz_object(size_t n) {
  void *p = malloc(n);
  if (!p && n)
    fail();
  ep_fuzz_take(p, n);
  return p;
}

/* The input as standard input. */
void ep_fuzz_stdin(void);
void ep_fuzz_stdin(void) {
  static int fd = -1;
  if (fd < 0)
    fd = memfd_create("input", 0);
  if (ftruncate(fd, 0) || (input_size && pwrite(fd, input_data, input_size, 0) < 0))
    fail();
  lseek(fd, 0, SEEK_SET);
  dup2(fd, 0);
}

/* The input as a file. */
void ep_fuzz_write_file(const char *path);
void ep_fuzz_write_file(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || (input_size && write(fd, input_data, input_size) < 0))
    fail();
  close(fd);
}

/* The input as a string. */
char *ep_fuzz_string(void);
char *ep_fuzz_string(void) {
  char *s = malloc(input_size + 1);
  if (!s)
    fail();
  memcpy(s, input_data, input_size);
  s[input_size] = 0;
  return s;
}

static void rejected(void) {
  _exit(REJECTED);
}

/* ---- harness functions: each takes the next bytes ------------------------ */

WEAK void klee_make_symbolic(void *p, size_t n, const char *name) {
  (void)name;
  ep_fuzz_take(p, n);
}
WEAK void ep_symbolic(void *p, size_t n, const char *name) {
  (void)name;
  ep_fuzz_take(p, n);
}
WEAK int klee_range(int lo, int hi, const char *name) {
  (void)name;
  int v;
  ep_fuzz_take(&v, sizeof v);
  if (v < lo || v >= hi)
    rejected();
  return v;
}
WEAK int klee_int(const char *name) {
  (void)name;
  int v;
  ep_fuzz_take(&v, sizeof v);
  return v;
}
WEAK void klee_assume(uintptr_t c) {
  if (!c)
    rejected();
}
WEAK void ep_assume(int c) {
  if (!c)
    rejected();
}
WEAK void __VERIFIER_assume(int c) {
  if (!c)
    rejected();
}
WEAK void assume_abort_if_not(int c) {
  if (!c)
    rejected();
}
WEAK void ep_assert(int c) {
  if (!c)
    abort();
}
WEAK void __VERIFIER_assert(int c) {
  if (!c)
    abort();
}
WEAK void reach_error(void) {
  abort();
}
WEAK void __VERIFIER_error(void) {
  abort();
}
WEAK NORETURN void klee_silent_exit(int status) {
  _exit(status);
}
WEAK unsigned klee_is_symbolic(uintptr_t v) {
  (void)v;
  return 0;
}
WEAK void klee_prefer_cex(void *p, uintptr_t c) {
  (void)p, (void)c;
}

#define NONDET(name, type) \
  WEAK type __VERIFIER_nondet_##name(void) { \
    type v; \
    ep_fuzz_take(&v, sizeof v); \
    return v; \
  }
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(float, float)
NONDET(double, double)
NONDET(size_t, size_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(unsigned_char, unsigned char)
NONDET(unsigned_int, unsigned)
NONDET(unsigned_long, unsigned long)
NONDET(U32, uint32_t)
NONDET(s8, int8_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
NONDET(int8, int8_t)
NONDET(int16, int16_t)
NONDET(int32, int32_t)
NONDET(int64, int64_t)
NONDET(uint8, uint8_t)
NONDET(uint16, uint16_t)
NONDET(uint32, uint32_t)
NONDET(uint64, uint64_t)
NONDET(int8_t, int8_t)
NONDET(int16_t, int16_t)
NONDET(int32_t, int32_t)
NONDET(int64_t, int64_t)
NONDET(uint8_t, uint8_t)
NONDET(uint16_t, uint16_t)
NONDET(uint32_t, uint32_t)
NONDET(uint64_t, uint64_t)
NONDET(loff_t, int64_t)
NONDET(off_t, off_t)
NONDET(ssize_t, ssize_t)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(time_t, long)
NONDET(sector_t, unsigned long)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif
WEAK void __VERIFIER_nondet_memory(void *object, size_t size) {
  ep_fuzz_take(object, size);
}
WEAK _Bool __VERIFIER_nondet_bool(void) {
  uint8_t v;
  ep_fuzz_take(&v, 1);
  if (v > 1)
    rejected();
  return v;
}

/* ---- the server ---------------------------------------------------------- */

static void tell(int what, int status) {
  int32_t m[2] = {what, status};
  if (write(TELL, m, sizeof m) != sizeof m)
    _exit(0);
}

static void take_request(void) {
  char c;
  for (;;) {
    ssize_t n = read(ASK, &c, 1);
    if (n == 1)
      return;
    if (n == 0 || errno != EINTR)
      _exit(0); /* the fuzzer is gone */
  }
}

static void run(void) {
  input_data = shared + HEADER;
  input_size = header()->length;
  input_at = 0;
  ep_fuzz_once(input_data, input_size);
}

static void be_child(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  header()->child = getpid();
}

static void persist(void) {
  for (int i = 0; i < RUNS; i++) {
    take_request();
    run();
    tell(DONE, 0);
  }
  header()->retired = 1;
  _exit(0);
}

/* The handlers of fork cost an AddressSanitizer process a thousand copied pages
 * (it unlocks a table of 4 MiB); they are for programs with threads. */
pid_t _Fork(void) WEAK;

static int single_thread(void) {
  char text[512];
  int fd = open("/proc/self/stat", O_RDONLY);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  if (n <= 0)
    return 0;
  text[n] = 0;
  /* The 20th field; the second one ends by the last bracket. */
  const char *p = strrchr(text, ')');
  for (int field = 2; p && field < 20; field++)
    p = strchr(p + 1, ' ');
  return p && atoi(p) == 1;
}

static NORETURN void serve(void) {
  /* What constructors started lives as long as the server. */
  int lean = _Fork && single_thread();
  tell(DONE, 0);
  for (;;) {
    if (!ep_fuzz_persistent)
      take_request();
    pid_t child = lean ? _Fork() : fork();
    if (child < 0) {
      tell(DIED, -1);
      continue;
    }
    if (child == 0) {
      be_child();
      if (ep_fuzz_persistent)
        persist();
      close(ASK);
      close(TELL);
      run();
      exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (header()->retired) {
      header()->retired = 0;
      continue;
    }
    tell(DIED, status);
  }
}

static int run_alone(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    fprintf(stderr, "cannot read %s: %s\n", path, strerror(errno));
    return 120;
  }
  uint8_t *to = shared + HEADER;
  header()->length = (uint32_t)fread(to, 1, MAX_INPUT, f);
  fclose(f);
  run();
  return 0;
}

int main(void) {
  map_shared();
  const char *path = getenv("EVERYPATH_FUZZ_INPUT");
  if (path || alone)
    return run_alone(path ? path : "/dev/stdin");
  serve();
}
