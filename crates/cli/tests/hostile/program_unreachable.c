// What was promised not to be reached.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

enum colour { RED, GREEN };
static int f(enum colour c) {
  switch (c) {
  case RED: return 1;
  case GREEN: return 2;
  }
  __builtin_unreachable(); // bug: reached-unreachable
}
int main(void) { return f(__VERIFIER_nondet_uint() % 3); }
