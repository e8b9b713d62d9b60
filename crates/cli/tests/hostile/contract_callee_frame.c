// A callee changes what the frame does not name; the element is the one beside.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static int table[8];
static void put(int i, int v) { table[i == 3 ? 4 : i] = v; }
static void set(int i, int v) {
  ep_requires(i >= 0 && i < 8);
  ep_assigns(&table[i], sizeof table[i]);
  put(i, v);
} // bug: assertion-failure
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 8) set(i, 9);
}
