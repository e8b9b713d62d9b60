extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "events-2.c", 1, "reach_error"); }
// A driver with a power state; requests are held while it sleeps.
enum { OFF, WAKING, ON };
int main(void) {
  int power = OFF, held = 0, served = 0, asked = 0;
  while (__VERIFIER_nondet_bool()) {
    switch (__VERIFIER_nondet_uchar() & 3) {
      case 0:
        if (asked == 1000) break;
        asked++;
        if (power == ON) served++;
        else { held++; if (power == OFF) power = WAKING; }
        break;
      case 1:
        if (power == WAKING) {
          power = ON;
          served += held;
          if (held < 40) held = 0;
        }
        break;
      case 2:
        if (power == ON) power = OFF;
        break;
    }
    if (served + held != asked) reach_error();
  }
  return 0;
}
