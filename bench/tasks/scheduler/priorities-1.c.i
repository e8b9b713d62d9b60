# 0 "/work/h2/bench/tasks/scheduler/priorities-1.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/scheduler/priorities-1.c"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "priorities-1.c", 1, "reach_error"); }

enum { READY, RUNNING, BLOCKED };
int main(void) {
  int state[3] = {READY, READY, READY}, owner = -1;
  for (int tick = 0; tick < 12; tick++) {
    int t = 0;
    while (t < 3 && state[t] == BLOCKED) t++;
    if (t == 3) {
      if (owner < 0) reach_error();
      t = owner;
    }
    switch (__VERIFIER_nondet_uchar() % 3) {
      case 0:
        if (owner < 0) owner = t;
        else if (owner != t) state[t] = BLOCKED;
        break;
      case 1:
        if (owner == t) {
          owner = -1;
          for (int i = 0; i < 3; i++) state[i] = READY;
        }
        break;
      default:
        break;
    }
    if (owner >= 0 && state[owner] == BLOCKED) reach_error();
  }
  return 0;
}
