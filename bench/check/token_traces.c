/* All paths of `bench/c/token.c` with -DN=4 by brute force: the program is run
   natively on every text of four letters over an alphabet with a
   representative of each class of bytes that it tells apart. Those are the
   bytes that it compares with for equality, all ten digits (their values
   decide whether a divisor is zero), and for the letter and digit tests, which
   are chains of `>=` and `<=`, one byte of each interval between the bounds:
   '!' below '0', ':' between '9' and 'A', 'A', '[' between 'Z' and '_', 'a',
   '{' above 'z'. A division by zero is a SIGFPE. With -DALL the alphabet is
   all 128 ASCII bytes. Built and run by `run.sh`; see `traces.h`. */
#include "traces.h"

int program_main(void); /* `main` of token.c */
extern int bad, tok, val; /* its globals, which start at zero */

enum { LENGTH = 4 };
static char text[LENGTH];

void klee_make_symbolic(void *p, size_t n, const char *name) {
  (void)name;
  memcpy(p, text, n);
}

static void run(void) {
  bad = tok = val = 0;
  program_main();
}

int main(void) {
#ifdef ALL
  char alphabet[128];
  for (int i = 0; i < 128; i++)
    alphabet[i] = (char)i;
  int letters = 128;
#else
  static const char alphabet[] = "\0\t !\"()*+-/0123456789:;<=A[_aifdo{";
  int letters = sizeof alphabet - 1;
#endif
  catch_errors();
  all_words(alphabet, letters, text, LENGTH, run);
  print_counts("token -DN=4");
  return 0;
}
