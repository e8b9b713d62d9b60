/* Runs a task on every input, or on a grid of them, without Everypath: its
 * `main` is called again and again, in one process, with another choice at
 * each call of a __VERIFIER_nondet function, in the order of an odometer.
 *
 * Bytes and booleans take every value; wider types take the values of a grid
 * (small numbers, powers of two and their neighbours, both ends), so for them
 * the search is a test and not a proof. A run is cut after CALLS calls.
 * Static data of the task is restored between runs.
 *
 * With -DMEMORY it is linked with AddressSanitizer, which ends the process at
 * an error; static data is then not restored. With -DLEAKS too, leaks are
 * looked for after each run that was not cut. Overflows of a task that is
 * compiled with trapping checks arrive as signals.
 *
 * With -DENDS a run that takes RUN_TIME of the processor is one without an end,
 * and so is one that exhausts the stack.
 *
 * Exit code: 1 an error was reached, 0 none on all runs (stdout says whether
 * the enumeration was exhaustive), 3 the limit on runs was met. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#ifdef MEMORY
#include <sanitizer/lsan_interface.h>
#endif

enum { CALLS = 24, RUN_TIME = 400000 /* us */ };
#ifdef ENDS
static const unsigned long RUNS = 5000;
#elif defined LEAKS
static const unsigned long RUNS = 3000;
#else
static const unsigned long RUNS = 3000000;
#endif

extern int task_main(void);
extern char __data_start, _end;

struct state {
  unsigned choice[CALLS + 1], count[CALLS + 1], depth, grid, cut, error;
  jmp_buf out;
  char *copy;
};
static struct state *S;

static const long GRID[] = {0,  1,  2,  3,  4,   5,   6,   7,    8,     9,     10,    15,
                            16, 20, 22, 30, 31,  77,  100, 127,  128,   255,   256,   1000,
                            1582, 1583, 1900, 2000, 2024, 2100, 9999, 32767, 65535,
#ifndef ENDS /* runs as long as that take more than RUN_TIME */
                            2147483647, -2147483647, -2147483647 - 1,
#endif
                            -1, -2, -3, -10, -128, -32768};

static unsigned choose(unsigned n) {
  if (S->depth == CALLS) {
    S->cut = 1;
    longjmp(S->out, 2);
  }
  S->count[S->depth] = n;
  return S->choice[S->depth++];
}
static long grid(void) {
  S->grid = 1;
  return GRID[choose(sizeof GRID / sizeof *GRID)];
}

int __VERIFIER_nondet_int(void) { return (int)grid(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)grid(); }
long __VERIFIER_nondet_long(void) { return grid(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)grid(); }
short __VERIFIER_nondet_short(void) { return (short)grid(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)grid(); }
char __VERIFIER_nondet_char(void) { return (char)choose(256); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)choose(256); }
_Bool __VERIFIER_nondet_bool(void) { return choose(2); }
float __VERIFIER_nondet_float(void) {
  static const float f[] = {0, -0.0f, 1, -1, 0.5f, 1e-40f, 3e38f, 16777216};
  unsigned k = choose(10);
  S->grid = 1;
  return k < 8 ? f[k] : (k == 8 ? __builtin_inff() : __builtin_nanf(""));
}

/* What `assert` calls; the tasks' error function asserts 0. */
void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  (void)what, (void)file, (void)line, (void)function;
  S->error = 1;
  longjmp(S->out, 1);
}
void task_stop(void) { longjmp(S->out, 1); }
static void signalled(int n) {
  (void)n;
  S->error = 1;
  siglongjmp(S->out, 1);
}

int main(void) {
  struct state *s = calloc(1, sizeof *s);
  S = s;
  signal(SIGILL, signalled);
  signal(SIGTRAP, signalled);
#ifndef MEMORY
  size_t size = &_end - &__data_start;
  s->copy = malloc(size);
  signal(SIGSEGV, signalled);
  memcpy(s->copy, &__data_start, size);
#endif
#ifdef ENDS
  stack_t other = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&other, 0);
  struct sigaction on = {.sa_handler = signalled, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &on, 0);
  sigaction(SIGVTALRM, &on, 0);
#endif
  unsigned long runs = 0;
  for (;;) {
    S->depth = 0;
#ifdef ENDS
    struct itimerval limit = {.it_value = {.tv_usec = RUN_TIME}};
    setitimer(ITIMER_VIRTUAL, &limit, 0);
#endif
    if (setjmp(S->out) == 0) task_main();
#ifndef MEMORY
    struct state *keep = S;
    memcpy(&__data_start, keep->copy, size);
    S = keep;
#endif
#ifdef LEAKS
    if (!S->cut && __lsan_do_recoverable_leak_check()) S->error = 1;
#endif
    runs++;
    if (S->error) {
      printf("error after %lu runs\n", runs);
      return 1;
    }
    while (S->depth && S->choice[S->depth - 1] + 1 == S->count[S->depth - 1])
      S->choice[--S->depth] = 0;
    if (!S->depth) break;
    S->choice[S->depth - 1]++;
    for (unsigned i = S->depth; i <= CALLS; i++) S->choice[i] = 0;
    if (runs >= RUNS) {
      printf("no error on %lu runs, not all\n", runs);
      return 3;
    }
  }
  printf("no error on all %lu runs%s%s\n", runs, S->grid ? " of a grid" : "",
         S->cut ? ", long ones cut" : "");
  return 0;
}
