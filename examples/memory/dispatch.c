/* A table of handlers: the indirect call reaches two functions, the deeper one
 * counts. The recursion of `depth` has no bound that is found: give
 * --depth depth=9. */
typedef int (*handler)(int);

static int small(int x) { return x + 1; }

static int large(int x) {
  volatile char room[400];
  room[x & 255] = (char)x;
  return room[0] + 1;
}

static const handler table[] = {small, large};

int dispatch(unsigned which, int x) { return table[which & 1](x); }

int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
