// A small state machine out of a table of functions.
// expect: violated
#include <everypath.h>

typedef int (*state)(char c);
static int start(char c);
static int middle(char c);
static int done(char c);
static const state table[] = {start, middle, done};

static int start(char c) { return c == 'a' ? 1 : 0; }
static int middle(char c) { return c == 'b' ? 2 : 0; }
static int done(char c) {
  ep_assert(c != 'c'); // bug: assertion-failure
  return 2;
}

int main(void) {
  char in[4];
  int s = 0;
  ep_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 4; i++)
    s = table[s](in[i]);
  return s;
}
