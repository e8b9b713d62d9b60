/* A table of handlers: the indirect call reaches two functions, the deeper one
 * counts. The recursion of `depth` is as deep as its argument says; with
 * --depth depth=9 it is taken to be active nine times at most. */
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
