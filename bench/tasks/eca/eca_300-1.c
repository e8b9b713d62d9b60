extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "eca.c", 1, "reach_error"); }
// 131 states are reached: 300 rules over 4 variables.
static int a0 = 3;
static int a1 = 2;
static int a2 = 2;
static int a3 = 0;
static void react(int event) {
  if (event == 4 && a2 == 2 && a0 == 3 && a3 == 0) { a1 = 2; }
  else if (event == 4 && a2 == 0 && a0 == 1) { a0 = 0; }
  else if (event == 5 && a0 == 2 && a1 == 0) { a3 = 0; }
  else if (event == 4 && a0 == 2 && a3 == 2 && a1 == 0) { a1 = 0; }
  else if (event == 2 && a0 == 1 && a1 == 2) { a3 = 2; }
  else if (event == 2 && a1 == 2 && a3 == 1 && a2 == 2) { a0 = 2; a1 = 2; }
  else if (event == 4 && a1 == 1 && a2 == 2 && a0 == 3) { a3 = 0; a2 = 0; }
  else if (event == 6 && a3 == 3 && a1 == 0 && a2 == 2) { a0 = 0; a1 = 2; }
  else if (event == 6 && a0 == 4 && a1 == 2 && a3 == 3) { a2 = 1; }
  else if (event == 3 && a0 == 3 && a2 == 0 && a1 == 2) { a3 = 0; }
  else if (event == 5 && a1 == 0 && a0 == 2) { a0 = 3; }
  else if (event == 5 && a3 == 3 && a2 == 1 && a0 == 4) { a0 = 3; }
  else if (event == 6 && a3 == 1 && a2 == 1) { a0 = 0; a1 = 0; }
  else if (event == 1 && a2 == 1 && a0 == 1 && a1 == 1) { a1 = 0; a2 = 2; }
  else if (event == 4 && a2 == 2 && a0 == 1 && a3 == 2) { a0 = 3; a3 = 0; }
  else if (event == 3 && a0 == 3 && a3 == 0 && a2 == 2) { a1 = 1; a0 = 0; }
  else if (event == 4 && a3 == 0 && a0 == 2 && a2 == 2) { a2 = 0; a3 = 3; }
  else if (event == 2 && a1 == 1 && a3 == 3) { a1 = 2; a3 = 2; }
  else if (event == 3 && a3 == 2 && a0 == 1) { a2 = 0; a0 = 1; }
  else if (event == 5 && a1 == 2 && a0 == 3 && a3 == 1) { a2 = 1; }
  else if (event == 1 && a1 == 1 && a2 == 0 && a0 == 4) { a0 = 2; }
  else if (event == 2 && a0 == 3 && a1 == 2 && a3 == 3) { a2 = 2; }
  else if (event == 1 && a1 == 1 && a0 == 0 && a3 == 3) { a3 = 3; a1 = 0; }
  else if (event == 1 && a1 == 2 && a3 == 3 && a0 == 3) { a3 = 3; a0 = 3; }
  else if (event == 2 && a2 == 1 && a3 == 2) { a1 = 1; a0 = 2; }
  else if (event == 3 && a2 == 2 && a0 == 4 && a1 == 1) { a3 = 2; a2 = 0; }
  else if (event == 2 && a1 == 1 && a3 == 3) { a3 = 1; a0 = 0; }
  else if (event == 2 && a1 == 0 && a2 == 0 && a0 == 1) { a3 = 3; }
  else if (event == 5 && a1 == 2 && a3 == 3) { a2 = 1; a0 = 3; }
  else if (event == 2 && a2 == 1 && a1 == 1) { a0 = 2; }
  else if (event == 1 && a1 == 2 && a0 == 4 && a3 == 2) { a3 = 3; a2 = 1; }
  else if (event == 1 && a3 == 2 && a2 == 1) { a0 = 3; }
  else if (event == 5 && a3 == 1 && a0 == 1) { a3 = 1; }
  else if (event == 2 && a1 == 1 && a2 == 1) { a1 = 1; }
  else if (event == 1 && a2 == 2 && a0 == 0) { a0 = 3; }
  else if (event == 2 && a0 == 2 && a2 == 2) { a0 = 1; }
  else if (event == 6 && a3 == 1 && a0 == 0) { a0 = 3; }
  else if (event == 4 && a3 == 3 && a0 == 0) { a3 = 1; a0 = 0; }
  else if (event == 3 && a2 == 2 && a1 == 0 && a3 == 1) { a0 = 2; }
  else if (event == 2 && a0 == 0 && a3 == 1 && a1 == 2) { a0 = 3; a3 = 1; }
  else if (event == 1 && a2 == 2 && a3 == 2 && a0 == 0) { a2 = 0; }
  else if (event == 2 && a2 == 2 && a3 == 1) { a1 = 2; a2 = 1; }
  else if (event == 2 && a3 == 0 && a0 == 4 && a2 == 2) { a0 = 0; a2 = 2; }
  else if (event == 5 && a0 == 3 && a1 == 1) { a2 = 0; }
  else if (event == 3 && a2 == 1 && a1 == 2) { a0 = 2; }
  else if (event == 2 && a0 == 4 && a1 == 2) { a1 = 2; a0 = 0; }
  else if (event == 5 && a2 == 2 && a0 == 2) { a0 = 2; a3 = 3; }
  else if (event == 4 && a2 == 1 && a1 == 0) { a2 = 1; }
  else if (event == 2 && a2 == 0 && a3 == 2) { a2 = 0; a1 = 1; }
  else if (event == 1 && a2 == 2 && a1 == 2) { a3 = 3; }
  else if (event == 3 && a1 == 2 && a3 == 0) { a1 = 0; a3 = 1; }
  else if (event == 1 && a1 == 1 && a3 == 2 && a2 == 1) { a0 = 2; a3 = 0; }
  else if (event == 2 && a2 == 0 && a0 == 1 && a1 == 2) { a3 = 3; a1 = 2; }
  else if (event == 3 && a3 == 0 && a2 == 0 && a1 == 1) { a0 = 0; }
  else if (event == 6 && a3 == 3 && a0 == 3) { a2 = 2; a1 = 1; }
  else if (event == 6 && a1 == 0 && a0 == 3 && a3 == 3) { a3 = 0; }
  else if (event == 2 && a1 == 1 && a3 == 2) { a3 = 3; }
  else if (event == 3 && a3 == 1 && a0 == 0 && a1 == 1) { a2 = 1; }
  else if (event == 5 && a2 == 2 && a3 == 3) { a2 = 2; a0 = 0; }
  else if (event == 5 && a3 == 3 && a2 == 1 && a1 == 2) { a2 = 1; }
  else if (event == 4 && a0 == 1 && a3 == 0) { a0 = 0; }
  else if (event == 2 && a1 == 0 && a3 == 3 && a2 == 0) { a2 = 2; }
  else if (event == 5 && a0 == 0 && a1 == 0 && a3 == 3) { a1 = 2; a2 = 1; }
  else if (event == 1 && a1 == 0 && a2 == 0) { a2 = 1; }
  else if (event == 1 && a3 == 2 && a2 == 0 && a1 == 0) { a3 = 2; }
  else if (event == 1 && a3 == 1 && a2 == 1 && a0 == 3) { a2 = 2; a1 = 1; }
  else if (event == 1 && a3 == 3 && a1 == 0 && a2 == 0) { a3 = 2; a2 = 2; }
  else if (event == 6 && a3 == 2 && a2 == 0 && a1 == 1) { a3 = 3; }
  else if (event == 4 && a2 == 2 && a0 == 2) { a2 = 1; }
  else if (event == 5 && a1 == 0 && a3 == 1) { a3 = 1; }
  else if (event == 1 && a2 == 1 && a3 == 3) { a3 = 0; a2 = 0; }
  else if (event == 5 && a2 == 0 && a0 == 4) { a2 = 2; a1 = 2; }
  else if (event == 1 && a2 == 2 && a0 == 4) { a2 = 0; }
  else if (event == 3 && a3 == 3 && a2 == 1 && a0 == 1) { a1 = 2; a2 = 2; }
  else if (event == 4 && a3 == 1 && a2 == 2) { a3 = 3; a2 = 2; }
  else if (event == 2 && a0 == 3 && a1 == 2) { a2 = 2; a1 = 1; }
  else if (event == 2 && a2 == 0 && a0 == 2 && a3 == 2) { a3 = 2; a0 = 3; }
  else if (event == 2 && a2 == 2 && a1 == 2) { a0 = 1; a2 = 1; }
  else if (event == 4 && a2 == 1 && a3 == 0) { a0 = 0; a2 = 1; }
  else if (event == 5 && a2 == 2 && a1 == 2 && a0 == 4) { a2 = 2; }
  else if (event == 3 && a2 == 1 && a1 == 2 && a0 == 3) { a1 = 2; }
  else if (event == 2 && a3 == 2 && a0 == 0) { a2 = 1; a1 = 0; }
  else if (event == 2 && a0 == 4 && a3 == 2) { a1 = 1; a2 = 2; }
  else if (event == 6 && a3 == 0 && a1 == 0) { a2 = 0; }
  else if (event == 1 && a3 == 1 && a2 == 0 && a0 == 4) { a1 = 1; a0 = 3; }
  else if (event == 3 && a0 == 3 && a2 == 0) { a3 = 0; }
  else if (event == 6 && a3 == 1 && a0 == 0) { a1 = 2; a2 = 0; }
  else if (event == 6 && a2 == 2 && a1 == 2 && a3 == 0) { a0 = 0; a3 = 2; }
  else if (event == 1 && a1 == 1 && a2 == 1) { a3 = 3; }
  else if (event == 6 && a3 == 2 && a1 == 1) { a0 = 0; }
  else if (event == 1 && a3 == 2 && a2 == 1 && a1 == 1) { a1 = 0; }
  else if (event == 4 && a2 == 2 && a0 == 3 && a3 == 2) { a0 = 2; }
  else if (event == 5 && a2 == 2 && a0 == 1 && a1 == 1) { a2 = 0; }
  else if (event == 5 && a3 == 2 && a0 == 2) { a3 = 0; a0 = 0; }
  else if (event == 2 && a1 == 0 && a0 == 4 && a2 == 1) { a0 = 0; }
  else if (event == 5 && a1 == 1 && a3 == 0) { a1 = 1; a3 = 1; }
  else if (event == 2 && a1 == 0 && a3 == 3 && a2 == 0) { a1 = 1; }
  else if (event == 1 && a1 == 2 && a0 == 0 && a2 == 0) { a0 = 2; }
  else if (event == 1 && a0 == 2 && a2 == 0) { a3 = 3; }
  else if (event == 6 && a1 == 2 && a0 == 3 && a2 == 1) { a1 = 2; a0 = 1; }
  else if (event == 6 && a0 == 0 && a2 == 2 && a3 == 3) { a1 = 1; }
  else if (event == 3 && a1 == 2 && a3 == 2 && a0 == 1) { a0 = 2; a1 = 1; }
  else if (event == 2 && a2 == 0 && a0 == 1 && a3 == 0) { a0 = 0; a1 = 2; }
  else if (event == 4 && a1 == 2 && a0 == 4) { a1 = 0; }
  else if (event == 3 && a3 == 1 && a1 == 1) { a0 = 0; }
  else if (event == 3 && a2 == 1 && a1 == 0) { a2 = 0; a0 = 3; }
  else if (event == 5 && a1 == 2 && a0 == 3) { a3 = 3; a1 = 1; }
  else if (event == 3 && a3 == 1 && a2 == 2 && a1 == 2) { a3 = 2; }
  else if (event == 1 && a0 == 2 && a2 == 1) { a0 = 2; a1 = 0; }
  else if (event == 6 && a1 == 1 && a2 == 0 && a3 == 2) { a3 = 2; a2 = 0; }
  else if (event == 6 && a1 == 1 && a0 == 3 && a2 == 1) { a0 = 3; a2 = 0; }
  else if (event == 2 && a1 == 0 && a3 == 3) { a0 = 2; a3 = 2; }
  else if (event == 1 && a3 == 0 && a0 == 4) { a2 = 0; a3 = 3; }
  else if (event == 3 && a2 == 1 && a1 == 1 && a3 == 1) { a3 = 0; }
  else if (event == 5 && a1 == 0 && a2 == 1 && a3 == 3) { a1 = 2; }
  else if (event == 5 && a2 == 1 && a3 == 2) { a3 = 1; a1 = 2; }
  else if (event == 2 && a3 == 0 && a0 == 3 && a1 == 2) { a0 = 3; a2 = 0; }
  else if (event == 2 && a1 == 2 && a3 == 3 && a2 == 1) { a1 = 2; }
  else if (event == 2 && a1 == 2 && a0 == 3) { a1 = 1; }
  else if (event == 2 && a2 == 2 && a1 == 0) { a2 = 2; }
  else if (event == 2 && a2 == 0 && a0 == 0) { a1 = 2; a3 = 0; }
  else if (event == 5 && a0 == 3 && a2 == 0) { a0 = 0; a1 = 2; }
  else if (event == 4 && a1 == 1 && a2 == 0) { a3 = 1; a2 = 0; }
  else if (event == 1 && a1 == 0 && a0 == 1) { a2 = 1; }
  else if (event == 4 && a3 == 2 && a2 == 2 && a1 == 0) { a2 = 1; }
  else if (event == 6 && a3 == 0 && a2 == 0 && a1 == 0) { a1 = 0; }
  else if (event == 6 && a1 == 2 && a2 == 1 && a3 == 0) { a2 = 0; a1 = 0; }
  else if (event == 4 && a3 == 1 && a2 == 1) { a0 = 0; a3 = 3; }
  else if (event == 5 && a0 == 2 && a2 == 1) { a2 = 2; a0 = 2; }
  else if (event == 6 && a1 == 0 && a2 == 0 && a3 == 1) { a1 = 0; }
  else if (event == 5 && a2 == 2 && a3 == 0) { a0 = 1; }
  else if (event == 4 && a2 == 2 && a0 == 3) { a3 = 1; a2 = 1; }
  else if (event == 2 && a2 == 0 && a0 == 0 && a1 == 2) { a1 = 0; a3 = 1; }
  else if (event == 1 && a2 == 1 && a0 == 4 && a3 == 1) { a2 = 0; a0 = 1; }
  else if (event == 5 && a3 == 2 && a2 == 1) { a3 = 3; }
  else if (event == 4 && a0 == 0 && a1 == 0 && a2 == 1) { a2 = 0; a3 = 0; }
  else if (event == 1 && a0 == 3 && a2 == 1 && a3 == 2) { a3 = 2; }
  else if (event == 5 && a2 == 1 && a1 == 0 && a0 == 2) { a1 = 1; a2 = 2; }
  else if (event == 3 && a2 == 2 && a3 == 1 && a1 == 2) { a3 = 2; }
  else if (event == 4 && a3 == 1 && a0 == 0 && a2 == 2) { a2 = 2; }
  else if (event == 4 && a2 == 1 && a1 == 1) { a3 = 1; }
  else if (event == 5 && a0 == 0 && a2 == 1) { a0 = 3; a2 = 2; }
  else if (event == 3 && a1 == 0 && a0 == 1) { a0 = 0; }
  else if (event == 6 && a1 == 0 && a2 == 2) { a3 = 1; }
  else if (event == 4 && a2 == 2 && a0 == 2) { a3 = 3; a2 = 0; }
  else if (event == 3 && a1 == 1 && a0 == 0) { a0 = 1; a3 = 1; }
  else if (event == 2 && a2 == 2 && a1 == 0 && a0 == 4) { a2 = 2; a1 = 0; }
  else if (event == 1 && a1 == 2 && a0 == 2) { a2 = 1; }
  else if (event == 3 && a1 == 1 && a2 == 2) { a3 = 2; a1 = 0; }
  else if (event == 2 && a3 == 1 && a2 == 1) { a2 = 0; a0 = 3; }
  else if (event == 3 && a2 == 0 && a3 == 3) { a1 = 1; }
  else if (event == 5 && a0 == 1 && a3 == 3 && a1 == 1) { a0 = 2; a1 = 1; }
  else if (event == 6 && a3 == 2 && a2 == 0 && a1 == 0) { a0 = 0; }
  else if (event == 3 && a2 == 0 && a3 == 0) { a1 = 1; a3 = 1; }
  else if (event == 1 && a0 == 4 && a1 == 0) { a3 = 1; a2 = 0; }
  else if (event == 4 && a0 == 1 && a2 == 1) { a1 = 0; a0 = 3; }
  else if (event == 6 && a1 == 2 && a2 == 1) { a3 = 3; a2 = 1; }
  else if (event == 4 && a2 == 1 && a0 == 2) { a3 = 0; }
  else if (event == 5 && a0 == 1 && a2 == 0 && a3 == 3) { a1 = 0; }
  else if (event == 2 && a2 == 1 && a0 == 2) { a3 = 2; a2 = 2; }
  else if (event == 1 && a2 == 2 && a0 == 3 && a3 == 1) { a1 = 1; }
  else if (event == 2 && a1 == 0 && a2 == 2) { a1 = 2; a0 = 3; }
  else if (event == 4 && a3 == 0 && a2 == 1 && a1 == 1) { a1 = 0; a0 = 0; }
  else if (event == 1 && a2 == 2 && a0 == 4) { a3 = 2; a1 = 2; }
  else if (event == 1 && a2 == 2 && a1 == 2) { a1 = 1; a0 = 0; }
  else if (event == 1 && a0 == 2 && a2 == 0) { a2 = 1; }
  else if (event == 5 && a3 == 0 && a2 == 2 && a1 == 1) { a2 = 2; }
  else if (event == 3 && a2 == 2 && a0 == 0 && a1 == 0) { a2 = 2; }
  else if (event == 4 && a3 == 0 && a0 == 4) { a0 = 0; }
  else if (event == 4 && a1 == 1 && a2 == 0) { a0 = 2; }
  else if (event == 5 && a0 == 3 && a2 == 0 && a1 == 0) { a0 = 1; }
  else if (event == 4 && a1 == 0 && a0 == 0) { a1 = 1; }
  else if (event == 5 && a3 == 2 && a2 == 2 && a0 == 4) { a3 = 0; }
  else if (event == 6 && a3 == 0 && a1 == 1 && a0 == 4) { a3 = 3; }
  else if (event == 6 && a2 == 0 && a3 == 1) { a0 = 0; }
  else if (event == 5 && a1 == 1 && a0 == 0) { a3 = 1; }
  else if (event == 1 && a3 == 1 && a2 == 2 && a1 == 0) { a1 = 2; a3 = 3; }
  else if (event == 2 && a1 == 2 && a2 == 2 && a0 == 0) { a3 = 0; }
  else if (event == 5 && a0 == 3 && a2 == 2) { a3 = 0; a1 = 2; }
  else if (event == 4 && a3 == 2 && a1 == 1) { a1 = 0; }
  else if (event == 4 && a0 == 4 && a1 == 0) { a3 = 1; a2 = 0; }
  else if (event == 4 && a2 == 2 && a1 == 1 && a0 == 3) { a1 = 1; }
  else if (event == 5 && a0 == 3 && a3 == 3) { a3 = 1; }
  else if (event == 2 && a2 == 1 && a0 == 0) { a1 = 2; }
  else if (event == 3 && a3 == 3 && a1 == 0 && a2 == 0) { a1 = 2; }
  else if (event == 2 && a1 == 1 && a0 == 1) { a2 = 0; a1 = 1; }
  else if (event == 1 && a0 == 4 && a2 == 2 && a1 == 1) { a0 = 3; }
  else if (event == 5 && a3 == 0 && a0 == 2) { a1 = 1; a3 = 3; }
  else if (event == 2 && a3 == 1 && a2 == 2) { a0 = 0; a2 = 2; }
  else if (event == 1 && a3 == 0 && a2 == 2 && a0 == 2) { a0 = 0; }
  else if (event == 3 && a0 == 1 && a1 == 2 && a3 == 0) { a3 = 1; }
  else if (event == 4 && a3 == 2 && a2 == 0 && a0 == 4) { a2 = 2; }
  else if (event == 2 && a2 == 0 && a1 == 0) { a2 = 0; }
  else if (event == 4 && a0 == 3 && a2 == 1 && a3 == 1) { a0 = 0; a1 = 2; }
  else if (event == 2 && a2 == 2 && a1 == 2 && a3 == 0) { a1 = 2; }
  else if (event == 2 && a3 == 0 && a0 == 3 && a2 == 0) { a3 = 3; a2 = 0; }
  else if (event == 3 && a3 == 1 && a0 == 4 && a1 == 1) { a3 = 3; a1 = 1; }
  else if (event == 4 && a0 == 2 && a3 == 1) { a3 = 1; }
  else if (event == 5 && a3 == 3 && a1 == 2) { a1 = 0; a0 = 3; }
  else if (event == 5 && a3 == 3 && a2 == 1 && a0 == 0) { a2 = 1; a1 = 2; }
  else if (event == 1 && a2 == 2 && a0 == 1 && a3 == 1) { a0 = 0; }
  else if (event == 3 && a1 == 0 && a2 == 1 && a3 == 3) { a2 = 0; }
  else if (event == 4 && a3 == 2 && a0 == 3) { a1 = 0; }
  else if (event == 3 && a1 == 2 && a0 == 1 && a2 == 0) { a0 = 3; a1 = 0; }
  else if (event == 2 && a2 == 1 && a1 == 0 && a3 == 0) { a1 = 2; a0 = 1; }
  else if (event == 3 && a3 == 2 && a2 == 2 && a0 == 2) { a1 = 2; a3 = 2; }
  else if (event == 2 && a1 == 1 && a3 == 2 && a2 == 1) { a1 = 1; a3 = 1; }
  else if (event == 6 && a3 == 1 && a0 == 1 && a1 == 2) { a1 = 2; }
  else if (event == 3 && a1 == 2 && a3 == 0 && a0 == 2) { a0 = 0; a1 = 2; }
  else if (event == 1 && a1 == 0 && a2 == 1) { a1 = 1; }
  else if (event == 2 && a3 == 2 && a2 == 0 && a1 == 1) { a2 = 0; }
  else if (event == 2 && a3 == 2 && a2 == 1) { a2 = 1; a1 = 1; }
  else if (event == 5 && a1 == 0 && a3 == 1 && a0 == 2) { a2 = 0; }
  else if (event == 5 && a1 == 2 && a3 == 0 && a0 == 2) { a1 = 2; }
  else if (event == 3 && a3 == 2 && a2 == 1) { a3 = 1; a2 = 1; }
  else if (event == 6 && a3 == 2 && a0 == 2) { a3 = 0; a1 = 0; }
  else if (event == 6 && a2 == 1 && a0 == 1 && a1 == 0) { a3 = 2; }
  else if (event == 6 && a3 == 3 && a1 == 2 && a2 == 0) { a0 = 0; }
  else if (event == 2 && a0 == 3 && a2 == 2) { a0 = 0; a2 = 1; }
  else if (event == 3 && a0 == 0 && a1 == 2) { a0 = 0; }
  else if (event == 2 && a0 == 3 && a2 == 1 && a1 == 0) { a3 = 3; }
  else if (event == 2 && a2 == 0 && a0 == 1 && a3 == 1) { a0 = 0; a2 = 1; }
  else if (event == 2 && a2 == 1 && a3 == 1) { a3 = 1; a2 = 2; }
  else if (event == 2 && a3 == 3 && a2 == 1) { a2 = 1; }
  else if (event == 4 && a2 == 0 && a0 == 0 && a3 == 3) { a0 = 2; a1 = 2; }
  else if (event == 5 && a3 == 2 && a1 == 2 && a2 == 0) { a3 = 2; a0 = 2; }
  else if (event == 2 && a3 == 3 && a1 == 0 && a0 == 0) { a2 = 0; a0 = 3; }
  else if (event == 4 && a3 == 2 && a2 == 1) { a1 = 1; }
  else if (event == 6 && a3 == 3 && a1 == 0 && a0 == 3) { a3 = 3; a2 = 0; }
  else if (event == 4 && a2 == 2 && a1 == 0) { a2 = 2; }
  else if (event == 6 && a1 == 2 && a0 == 4) { a2 = 1; a3 = 3; }
  else if (event == 6 && a2 == 2 && a1 == 0 && a0 == 2) { a0 = 0; }
  else if (event == 5 && a3 == 2 && a1 == 0) { a3 = 2; }
  else if (event == 6 && a3 == 0 && a1 == 2 && a0 == 3) { a1 = 0; a0 = 0; }
  else if (event == 3 && a3 == 3 && a2 == 0) { a2 = 0; }
  else if (event == 2 && a0 == 2 && a2 == 1 && a1 == 1) { a0 = 3; a2 = 2; }
  else if (event == 3 && a2 == 0 && a3 == 2) { a2 = 0; a1 = 0; }
  else if (event == 5 && a0 == 4 && a1 == 0) { a2 = 1; }
  else if (event == 6 && a3 == 1 && a0 == 1 && a2 == 1) { a1 = 0; a0 = 0; }
  else if (event == 6 && a2 == 2 && a1 == 0) { a3 = 3; a0 = 1; }
  else if (event == 6 && a3 == 0 && a0 == 2 && a2 == 1) { a0 = 0; }
  else if (event == 3 && a1 == 1 && a0 == 0) { a3 = 0; }
  else if (event == 4 && a3 == 3 && a2 == 1 && a0 == 1) { a3 = 2; }
  else if (event == 1 && a1 == 0 && a2 == 0 && a0 == 2) { a0 = 0; }
  else if (event == 6 && a3 == 1 && a2 == 2 && a1 == 2) { a3 = 2; a1 = 2; }
  else if (event == 6 && a3 == 0 && a1 == 1) { a1 = 1; }
  else if (event == 3 && a3 == 2 && a1 == 1) { a1 = 0; }
  else if (event == 2 && a1 == 0 && a0 == 0) { a0 = 1; }
  else if (event == 1 && a3 == 2 && a1 == 1 && a2 == 0) { a1 = 1; }
  else if (event == 2 && a0 == 3 && a2 == 1 && a1 == 0) { a2 = 0; a3 = 2; }
  else if (event == 2 && a1 == 2 && a2 == 2) { a2 = 1; }
  else if (event == 5 && a0 == 3 && a3 == 1 && a2 == 0) { a1 = 1; }
  else if (event == 1 && a1 == 1 && a2 == 1 && a3 == 3) { a3 = 3; a0 = 3; }
  else if (event == 2 && a3 == 0 && a0 == 1) { a1 = 1; a0 = 1; }
  else if (event == 4 && a3 == 0 && a2 == 0) { a3 = 3; }
  else if (event == 2 && a0 == 4 && a1 == 2 && a2 == 0) { a3 = 2; }
  else if (event == 3 && a3 == 3 && a1 == 2) { a0 = 0; }
  else if (event == 1 && a2 == 1 && a1 == 1 && a0 == 2) { a3 = 2; a2 = 2; }
  else if (event == 3 && a1 == 2 && a3 == 1) { a0 = 0; }
  else if (event == 1 && a2 == 0 && a0 == 0 && a3 == 2) { a0 = 1; }
  else if (event == 6 && a3 == 1 && a0 == 2) { a0 = 1; a1 = 0; }
  else if (event == 1 && a2 == 2 && a3 == 3) { a3 = 1; a0 = 0; }
  else if (event == 2 && a1 == 2 && a3 == 3 && a0 == 0) { a0 = 0; a3 = 2; }
  else if (event == 3 && a0 == 3 && a3 == 2) { a2 = 1; }
  else if (event == 1 && a0 == 4 && a3 == 0) { a3 = 0; a1 = 1; }
  else if (event == 1 && a3 == 1 && a1 == 1 && a0 == 1) { a1 = 1; a2 = 2; }
  else if (event == 2 && a2 == 2 && a0 == 2) { a3 = 1; a1 = 2; }
  else if (event == 3 && a2 == 1 && a1 == 1 && a3 == 2) { a2 = 1; a0 = 1; }
  else if (event == 2 && a0 == 2 && a2 == 1 && a3 == 2) { a0 = 0; a1 = 1; }
  else if (event == 4 && a0 == 1 && a3 == 2) { a0 = 3; }
  else if (event == 5 && a3 == 2 && a1 == 1) { a3 = 0; a2 = 0; }
  else if (event == 4 && a3 == 2 && a2 == 0 && a1 == 0) { a1 = 1; a2 = 1; }
  else if (event == 5 && a1 == 0 && a0 == 3 && a3 == 3) { a1 = 2; }
  else if (event == 4 && a3 == 0 && a1 == 2) { a3 = 1; a1 = 0; }
  else if (event == 6 && a2 == 2 && a3 == 3) { a0 = 0; a3 = 0; }
  else if (event == 3 && a0 == 4 && a3 == 0 && a1 == 0) { a0 = 2; a1 = 2; }
  else if (event == 5 && a1 == 1 && a0 == 3) { a2 = 0; }
  else if (event == 5 && a2 == 2 && a0 == 3) { a2 = 0; a0 = 1; }
  else if (event == 3 && a3 == 3 && a1 == 2 && a0 == 0) { a1 = 0; }
  else if (event == 3 && a2 == 0 && a3 == 3 && a0 == 2) { a0 = 3; a2 = 2; }
  else if (event == 6 && a3 == 3 && a1 == 1 && a2 == 2) { a2 = 0; }
  else if (event == 4 && a0 == 2 && a2 == 2) { a1 = 1; a2 = 0; }
  else if (event == 4 && a1 == 0 && a2 == 1) { a2 = 1; a0 = 2; }
  else if (event == 4 && a1 == 0 && a3 == 0) { a2 = 2; }
  else if (event == 2 && a0 == 3 && a2 == 0 && a3 == 0) { a0 = 3; a2 = 2; }
  else if (event == 1 && a3 == 0 && a0 == 3) { a2 = 0; a0 = 2; }
  else if (event == 2 && a0 == 1 && a3 == 1) { a2 = 2; a1 = 2; }
  else if (event == 4 && a2 == 2 && a3 == 0) { a3 = 2; a0 = 3; }
  else if (event == 5 && a1 == 1 && a3 == 0 && a2 == 1) { a2 = 1; a1 = 2; }
  else if (event == 5 && a2 == 0 && a1 == 0 && a3 == 1) { a3 = 1; a0 = 2; }
  else if (event == 5 && a2 == 1 && a0 == 3) { a3 = 3; }
  else if (event == 2 && a3 == 3 && a0 == 4 && a1 == 2) { a3 = 0; }
  else if (event == 4 && a1 == 1 && a2 == 0) { a3 = 1; }
  else if (event == 2 && a1 == 0 && a2 == 1 && a0 == 3) { a1 = 1; a2 = 2; }
  else if (event == 4 && a0 == 1 && a2 == 2 && a1 == 1) { a2 = 0; a1 = 1; }
  else if (event == 1 && a2 == 0 && a0 == 0 && a1 == 2) { a0 = 0; a2 = 1; }
  else if (event == 4 && a2 == 1 && a3 == 2) { a1 = 0; }
  else if (event == 3 && a1 == 0 && a3 == 2) { a2 = 2; a0 = 1; }
  else if (event == 1 && a3 == 3 && a1 == 0 && a0 == 4) { a3 = 0; }
  else if (event == 1 && a3 == 3 && a1 == 1) { a1 = 0; a2 = 0; }
}
int main(void) {
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (event < 1 || event > 6) return 0;
    react(event);
    if (a0 == 4 && a1 == 1 && a2 == 1 && a3 == 0) reach_error();
  }
}
