extern unsigned __VERIFIER_nondet_uint(void);
// Goes to the floors that are asked for; a floor is asked for once.
int main(void) {
  unsigned asked = __VERIFIER_nondet_uint() & 0x3ff;
  int floor = 0, up = 1;
  while (asked != 0) {
    if (asked & (1u << floor)) asked &= ~(1u << floor);
    if (up) floor++; else floor--;
    if (floor == 8) up = 0;
    if (floor == 0) up = 1;
  }
  return 0;
}
