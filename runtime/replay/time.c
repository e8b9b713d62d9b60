/* What is linked into a native build of `everypath time`: the counter of
 * executed LLVM instructions, and the watch of loop heads.
 *
 * The counter is added to by the program's own blocks; what it holds when the
 * program exits is written to the file named by EVERYPATH_TIME_LOG:
 *
 *     count N
 *     ticks N
 *
 * A program in which ep_time_head is called at loop heads is watched: the
 * stack, the program's writable data (sections ep_data and ep_bss) and the
 * blocks of its heap are compared with an earlier state (R. Brent, "An improved
 * Monte Carlo factorization algorithm", BIT 20, 1980). The run ends with one
 * line and exit code 116 when the state comes again, or with code 117 when it
 * is still running at the limit of EVERYPATH_TIME_LIMIT milliseconds:
 *
 *     recurs HEAD PERIOD VISITS
 *     running HEAD VISITS
 *
 * A run that ends because its stack is exhausted says how deep it was, with
 * code 118:
 *
 *     stack BYTES
 *
 * What lies in libc is not looked at: output is no part of the state. All own
 * state is mapped apart, so that it is not compared. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A user may have functions of these names, and symbols are found by name. */
#define add ep_own_add
#define at_exit ep_own_at_exit
#define deep ep_own_deep
#define guard ep_own_guard
#define map ep_own_map
#define pieces ep_own_pieces
#define ready ep_own_ready
#define size_of_state ep_own_size_of_state
#define start ep_own_start
#define take ep_own_take
#define tell ep_own_tell
#define ticks ep_own_ticks
#define walk ep_own_walk

uint64_t ep_time_count;
static uint64_t ticks;

/* What a run costs, where the program says so and has no body of its own. */
__attribute__((weak)) void ep_tick(unsigned n) { ticks += n; }

enum { RECURS = 116, RUNNING = 117, EXHAUSTED = 118, BLOCKS = 1 << 16 };

static void tell(const char *line) {
  const char *path = getenv("EVERYPATH_TIME_LOG");
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  if (fd < 0)
    return;
  ssize_t n = write(fd, line, strlen(line));
  (void)n;
  close(fd);
}

static void at_exit(void) {
  char line[64];
  snprintf(line, sizeof line, "count %llu\n", (unsigned long long)ep_time_count);
  tell(line);
  snprintf(line, sizeof line, "ticks %llu\n", (unsigned long long)ticks);
  tell(line);
}

__attribute__((constructor)) static void start(void) { atexit(at_exit); }

#ifdef EVERYPATH_WATCH
/* ---- the heap ----------------------------------------------------------- */

struct block {
  char *at;
  size_t size;
};

struct watch {
  struct block blocks[BLOCKS];
  size_t count;      /* of blocks */
  size_t heap_bytes; /* in them */
  int lost;          /* more blocks than fit */
  char *kept;        /* the earlier state */
  size_t kept_size, room;
  uint32_t kept_head;
  uint64_t since, power, visits;
  struct timespec began;
  long limit; /* milliseconds */
};

static struct watch *w;

static void *map(size_t n) {
  void *p = mmap(0, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) {
    tell("lost no memory\n");
    _exit(RUNNING);
  }
  return p;
}

static void ready(void) {
  if (w)
    return;
  w = map(sizeof *w);
  clock_gettime(CLOCK_MONOTONIC, &w->began);
  const char *limit = getenv("EVERYPATH_TIME_LIMIT");
  w->limit = limit ? atol(limit) : 1000;
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

static void *add(void *p, size_t n) {
  ready();
  if (!p)
    return p;
  if (w->count == BLOCKS) {
    w->lost = 1;
    return p;
  }
  w->blocks[w->count++] = (struct block){p, n};
  w->heap_bytes += n;
  return p;
}

static void take(void *p) {
  ready();
  for (size_t i = w->count; p && i-- > 0;)
    if (w->blocks[i].at == p) {
      w->heap_bytes -= w->blocks[i].size;
      w->blocks[i] = w->blocks[--w->count];
      return;
    }
}

void *__wrap_malloc(size_t n) { return add(__real_malloc(n), n); }
void *__wrap_calloc(size_t n, size_t k) { return add(__real_calloc(n, k), n * k); }
void *__wrap_realloc(void *p, size_t n) {
  void *q = __real_realloc(p, n);
  if (q || n == 0)
    take(p);
  return add(q, n);
}
void __wrap_free(void *p) {
  take(p);
  __real_free(p);
}

/* ---- the state ---------------------------------------------------------- */

extern void *__libc_stack_end;
extern char __start_ep_data[] __attribute__((weak)), __stop_ep_data[] __attribute__((weak));
extern char __start_ep_bss[] __attribute__((weak)), __stop_ep_bss[] __attribute__((weak));

/* A fault at the far end of the stack: it was exhausted. */
static void deep(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  struct rlimit limit;
  uintptr_t begin = (uintptr_t)__libc_stack_end, at = (uintptr_t)info->si_addr;
  const uintptr_t near = 1 << 21;
  if (at < begin && getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      begin - at + near > limit.rlim_cur && begin - at < limit.rlim_cur + near) {
    char line[64];
    snprintf(line, sizeof line, "stack %llu\n", (unsigned long long)(begin - at));
    tell(line);
    _exit(EXHAUSTED);
  }
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(SIGSEGV, &plain, 0);
}

__attribute__((constructor)) static void guard(void) {
  const size_t size = 1 << 16;
  stack_t own = {.ss_sp = map(size), .ss_size = size};
  struct sigaction on = {.sa_sigaction = deep, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&own, 0);
  sigaction(SIGSEGV, &on, 0);
}

struct piece {
  char *from;
  size_t size;
};

/* The pieces of the state but the heap. */
static int pieces(struct piece *p, char *stack) {
  int n = 0;
  p[n++] = (struct piece){stack, (size_t)((char *)__libc_stack_end - stack)};
  if (__start_ep_data)
    p[n++] = (struct piece){__start_ep_data, (size_t)(__stop_ep_data - __start_ep_data)};
  if (__start_ep_bss)
    p[n++] = (struct piece){__start_ep_bss, (size_t)(__stop_ep_bss - __start_ep_bss)};
  return n;
}

static size_t size_of_state(char *stack) {
  struct piece p[3];
  size_t n = sizeof(size_t);
  for (int i = pieces(p, stack); i-- > 0;)
    n += p[i].size;
  return n + w->count * sizeof(struct block) + w->heap_bytes;
}

/* Keeps the state, or compares it with the kept one: 1 if they are equal. */
static int walk(char *stack, int keep) {
  struct piece p[3];
  int n = pieces(p, stack);
  char *at = w->kept;
#define PART(from, size)                                                                           \
  do {                                                                                             \
    if (keep)                                                                                      \
      memcpy(at, from, size);                                                                      \
    else if (memcmp(at, from, size) != 0)                                                          \
      return 0;                                                                                    \
    at += size;                                                                                    \
  } while (0)
  PART(&w->count, sizeof w->count);
  for (int i = 0; i < n; i++)
    PART(p[i].from, p[i].size);
  PART(w->blocks, w->count * sizeof(struct block));
  for (size_t i = 0; i < w->count; i++)
    PART(w->blocks[i].at, w->blocks[i].size);
  return 1;
}

__attribute__((noinline)) void ep_time_head(uint32_t head) {
  ready();
  char *stack = (char *)__builtin_frame_address(0) + 2 * sizeof(void *);
  char line[128];
  w->visits++;
  w->since++;
  size_t size = size_of_state(stack);
  if (w->kept && !w->lost && w->kept_head == head && w->kept_size == size && walk(stack, 0)) {
    snprintf(line, sizeof line, "recurs %u %llu %llu\n", head, (unsigned long long)w->since,
             (unsigned long long)w->visits);
    tell(line);
    _exit(RECURS);
  }
  if (w->since >= w->power) {
    if (size > w->room) {
      if (w->room)
        munmap(w->kept, w->room);
      w->room = size + (size >> 1) + 4096;
      w->kept = map(w->room);
    }
    w->kept_size = size;
    w->kept_head = head;
    walk(stack, 1);
    w->power = w->power ? 2 * w->power : 1;
    w->since = 0;
  }
  if ((w->visits & 0x3fff) == 0) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long ms = (now.tv_sec - w->began.tv_sec) * 1000 + (now.tv_nsec - w->began.tv_nsec) / 1000000;
    if (ms > w->limit) {
      snprintf(line, sizeof line, "running %u %llu\n", head, (unsigned long long)w->visits);
      tell(line);
      _exit(RUNNING);
    }
  }
}
#endif
