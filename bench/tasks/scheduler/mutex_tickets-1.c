extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "mutex_tickets-1.c", 1, "reach_error"); }
// Tickets: who draws first is served first.
int main(void) {
  unsigned next = 0, serving = 0, mine[2] = {0, 0};
  char wants[2] = {0, 0}, inside[2] = {0, 0};
  for (int step = 0; step < 16; step++) {
    unsigned i = __VERIFIER_nondet_bool();
    if (!wants[i]) { mine[i] = next++; wants[i] = 1; }
    else if (!inside[i]) { if (mine[i] == serving) inside[i] = 1; }
    else { inside[i] = 0; wants[i] = 0; serving++; }
    if (inside[0] && inside[1]) reach_error();
  }
  return 0;
}
