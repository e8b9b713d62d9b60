// The same function on machine integers.
// flags: --entry foo
// expect: violated
int __VERIFIER_nondet_int(void);

int foo(int x, int y) {
  if (x > y) {
    y = x;
  }
  y = y - x; // bug: signed-overflow
  if (y > 7) {
    x = __VERIFIER_nondet_int();
  }
  return x + y; // bug: signed-overflow
}
