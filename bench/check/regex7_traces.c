/* All paths of `bench/c/regex7.c` by brute force: the matcher is run natively
   on every pattern of seven letters over an alphabet that has each byte that
   the program compares with (NUL * $ . ^ and the letters of "hello") and one
   more that stands for all others: 10^7 patterns, a few seconds. The
   pattern lies at the end of a page that is followed by one without access, so
   a read behind it is a SIGSEGV. Built and run by `run.sh`; see `traces.h`. */
#include "traces.h"
#include <sys/mman.h>
#include <unistd.h>

int match(const char *re, const char *t); /* of regex7.c */

enum { LENGTH = 7 };
static char *pattern;

/* `main` of regex7.c is linked but never called. */
void klee_make_symbolic(void *p, size_t n, const char *name) {
  (void)p, (void)n, (void)name;
}

static void run(void) { match(pattern, "hello"); }

int main(void) {
  static const char alphabet[] = {0, '*', '$', '.', '^', 'h', 'e', 'l', 'o', 'x'};
  long page = sysconf(_SC_PAGESIZE);
  char *area = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area == MAP_FAILED || mprotect(area + page, page, PROT_NONE) != 0) {
    perror("a page without access");
    return 1;
  }
  pattern = area + page - LENGTH;
  catch_errors();
  all_words(alphabet, sizeof alphabet, pattern, LENGTH, run);
  print_counts("regex7");
  return 0;
}
