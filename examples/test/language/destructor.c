// Destructors run after main and its handlers, the highest priority number
// first, and see what came before.
// expect: violated
#include <assert.h>
#include <everypath.h>
#include <stdlib.h>

static int order, n;

static void handler(void) { order = order * 10 + 1; }

__attribute__((destructor(102))) static void last(void) {
  order = order * 10 + 3;
  assert(order == 123);
  assert(n != 77); // bug: assertion-failure
}

__attribute__((destructor(300))) static void before(void) { order = order * 10 + 2; }

int main(void) {
  ep_symbolic(&n, sizeof n, "n");
  atexit(handler);
  if (n == 5)
    exit(0);
  return 0;
}
