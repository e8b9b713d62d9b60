// Programs for CBMC and ESBMC run unchanged: inputs are functions without a
// body, and nothing is included.
// expect: violated
int nondet_int();
unsigned char nondet_uchar(void);
_Bool nondet_bool(void);
float nondet_float(void);

int main() {
  int x = nondet_int();
  unsigned char y = nondet_uchar();
  float f = nondet_float();
  __CPROVER_assume(x >= 0 && x <= 1000);
  __ESBMC_assume(y < 100);
  int z = nondet_bool() ? x + y : x - y;
  __CPROVER_assert(z <= 1099, "never more");
  __ESBMC_assert(z >= -99, "never less");
  if (f > 1.0f && f < 1.5f)
    assert(z != 1042); // bug: assertion-failure
  return 0;
}
