# 0 "/work/h2/bench/tasks/eca/eca_50-1.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/eca/eca_50-1.c"
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "eca.c", 1, "reach_error"); }

static int a0 = 0;
static int a1 = 1;
static int a2 = 0;
static int a3 = 4;
static void react(int event) {
  if (event == 5 && a0 == 0 && a3 == 0) { a0 = 1; }
  else if (event == 4 && a0 == 2 && a3 == 2 && a1 == 0) { a1 = 0; }
  else if (event == 1 && a1 == 0 && a2 == 1 && a3 == 1) { a3 = 3; }
  else if (event == 4 && a1 == 1 && a2 == 1) { a0 = 1; a1 = 0; }
  else if (event == 6 && a3 == 3 && a0 == 0) { a1 = 2; }
  else if (event == 4 && a0 == 1 && a2 == 1 && a1 == 1) { a2 = 0; a0 = 1; }
  else if (event == 1 && a0 == 0 && a2 == 1 && a1 == 1) { a2 = 2; }
  else if (event == 4 && a1 == 2 && a0 == 0 && a2 == 1) { a2 = 1; }
  else if (event == 4 && a2 == 0 && a3 == 1 && a0 == 4) { a0 = 1; }
  else if (event == 3 && a2 == 2 && a3 == 1) { a0 = 0; }
  else if (event == 2 && a2 == 0 && a1 == 0 && a3 == 3) { a3 = 1; }
  else if (event == 6 && a3 == 3 && a2 == 1 && a1 == 1) { a2 = 1; }
  else if (event == 3 && a1 == 1 && a3 == 4 && a0 == 3) { a0 = 1; }
  else if (event == 5 && a2 == 1 && a0 == 1 && a1 == 0) { a0 = 3; }
  else if (event == 6 && a2 == 0 && a1 == 1) { a3 = 2; a2 = 2; }
  else if (event == 6 && a3 == 0 && a1 == 0) { a3 = 0; }
  else if (event == 1 && a1 == 0 && a3 == 4 && a2 == 1) { a2 = 0; a0 = 0; }
  else if (event == 3 && a2 == 2 && a1 == 2 && a0 == 1) { a0 = 0; }
  else if (event == 5 && a3 == 1 && a0 == 0 && a2 == 0) { a1 = 2; }
  else if (event == 5 && a3 == 2 && a0 == 1 && a2 == 2) { a2 = 1; }
  else if (event == 5 && a3 == 3 && a0 == 3 && a1 == 1) { a0 = 1; a3 = 4; }
  else if (event == 6 && a2 == 1 && a1 == 2 && a3 == 3) { a1 = 1; }
  else if (event == 3 && a3 == 3 && a2 == 2 && a0 == 1) { a1 = 0; }
  else if (event == 6 && a2 == 0 && a0 == 4 && a1 == 1) { a2 = 1; }
  else if (event == 6 && a1 == 2 && a0 == 2) { a1 = 2; }
  else if (event == 3 && a1 == 2 && a2 == 2) { a1 = 2; }
  else if (event == 5 && a0 == 0 && a2 == 0) { a2 = 1; a0 = 0; }
  else if (event == 4 && a0 == 0 && a1 == 1) { a0 = 3; a3 = 2; }
  else if (event == 5 && a1 == 0 && a2 == 0) { a2 = 2; }
  else if (event == 2 && a0 == 0 && a3 == 4 && a2 == 0) { a0 = 0; a3 = 1; }
  else if (event == 1 && a2 == 2 && a0 == 4 && a3 == 3) { a3 = 4; a2 = 1; }
  else if (event == 5 && a2 == 0 && a3 == 4) { a2 = 1; a1 = 2; }
  else if (event == 3 && a1 == 1 && a0 == 3 && a2 == 0) { a1 = 1; a3 = 4; }
  else if (event == 2 && a0 == 1 && a3 == 3) { a0 = 0; a1 = 2; }
  else if (event == 1 && a2 == 0 && a3 == 0) { a3 = 1; a1 = 0; }
  else if (event == 5 && a0 == 1 && a2 == 2 && a3 == 2) { a0 = 3; a2 = 2; }
  else if (event == 2 && a2 == 2 && a1 == 2) { a2 = 1; a0 = 2; }
  else if (event == 2 && a1 == 0 && a2 == 2 && a3 == 0) { a3 = 3; }
  else if (event == 3 && a2 == 2 && a0 == 2 && a3 == 2) { a0 = 0; a1 = 1; }
  else if (event == 2 && a1 == 2 && a0 == 0) { a2 = 1; }
  else if (event == 1 && a2 == 0 && a0 == 2) { a2 = 1; }
  else if (event == 1 && a1 == 2 && a2 == 1 && a3 == 3) { a2 = 1; }
  else if (event == 6 && a1 == 2 && a0 == 0 && a3 == 3) { a3 = 1; a0 = 0; }
  else if (event == 6 && a3 == 0 && a2 == 2 && a1 == 0) { a2 = 1; }
  else if (event == 2 && a2 == 1 && a3 == 1) { a1 = 1; }
  else if (event == 4 && a0 == 1 && a2 == 1) { a3 = 1; }
  else if (event == 4 && a0 == 4 && a2 == 2) { a1 = 1; a3 = 0; }
  else if (event == 6 && a0 == 3 && a2 == 2) { a2 = 0; }
  else if (event == 6 && a1 == 1 && a2 == 2 && a0 == 0) { a3 = 1; a2 = 1; }
  else if (event == 6 && a2 == 1 && a3 == 0) { a2 = 1; a3 = 1; }
}
int main(void) {
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (event < 1 || event > 6) return 0;
    react(event);
    if (a0 == 4 && a1 == 0 && a2 == 1 && a3 == 2) reach_error();
  }
}
