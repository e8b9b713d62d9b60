/* Counts the distinct block traces of a program over many concrete inputs.

   The program is a file of `bench/c`, unchanged, compiled with
   -fsanitize-coverage=edge,no-prune,trace-pc: every basic block calls
   `__sanitizer_cov_trace_pc`. Two runs are on the same path exactly if they
   enter the same blocks in the same order, so the number of distinct traces is
   the number of paths. A trace is kept as a 64-bit hash of its block addresses;
   with 30,000 traces the probability of a collision is below 1e-10. The files
   that include this one are compiled without instrumentation.

   A run that ends in SIGSEGV (a read behind the buffer) or SIGFPE (a division
   by zero) is an error path; its trace ends with the block that failed. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t trace;

void __sanitizer_cov_trace_pc(void) {
  trace = (trace ^ (uint64_t)__builtin_return_address(0)) * 0x9E3779B97F4A7C15u;
  trace ^= trace >> 29;
}

static sigjmp_buf failed;

static void on_signal(int signal) {
  (void)signal;
  siglongjmp(failed, 1);
}

/* Open addressing, one table for complete runs and one for failed ones. */
enum { SLOTS = 1 << 20 };
static uint64_t table[2][SLOTS];
static long distinct[2];

static void remember(int kind, uint64_t hash) {
  if (hash == 0)
    hash = 1;
  uint64_t i = hash % SLOTS;
  while (table[kind][i] != 0) {
    if (table[kind][i] == hash)
      return;
    i = (i + 1) % SLOTS;
  }
  if (++distinct[kind] > SLOTS / 2) {
    fprintf(stderr, "more traces than the table holds\n");
    exit(1);
  }
  table[kind][i] = hash;
}

static void catch_errors(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_NODEFER; /* nothing to restore after siglongjmp */
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGFPE, &action, NULL);
}

/* Runs `run` once and notes its trace. */
static void trace_of(void (*run)(void)) {
  trace = 1;
  if (sigsetjmp(failed, 0) == 0) {
    run();
    remember(0, trace);
  } else {
    remember(1, trace);
  }
}

/* Calls `run` for every word of `length` letters, written to `word`. */
static void all_words(const char *alphabet, int letters, char *word, int length,
                      void (*run)(void)) {
  int digit[16] = {0};
  for (int i = 0; i < length; i++)
    word[i] = alphabet[0];
  for (;;) {
    trace_of(run);
    int i = 0;
    while (i < length && ++digit[i] == letters) {
      digit[i] = 0;
      word[i] = alphabet[0];
      i++;
    }
    if (i == length)
      return;
    word[i] = alphabet[digit[i]];
  }
}

static void print_counts(const char *name) {
  printf("%s: %ld + %ld\n", name, distinct[0], distinct[1]);
}
