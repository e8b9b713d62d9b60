extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "parse_hex-1.c", 1, "reach_error"); }
// What is printed in hexadecimal reads back as the same number.
int main(void) {
  unsigned value = __VERIFIER_nondet_ushort(), back = 0;
  char text[5];
  for (int i = 3; i >= 0; i--) {
    unsigned d = (value >> (4 * (3 - i))) & 15;
    text[i] = (char)(d < 10 ? '0' + d : 'a' + d - 10);
  }
  text[4] = 0;
  for (int i = 0; text[i]; i++) {
    char c = text[i];
    unsigned d = c <= '9' ? c - '0' : c - 'a' + 10;
    back = back * 16 + d;
  }
  if (back != value) reach_error();
  return 0;
}
