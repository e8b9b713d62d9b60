extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "crc_table-1.c", 1, "reach_error"); }
// A checksum by bits and by a table of sixteen.
static unsigned char slow(unsigned char crc) {
  for (int i = 0; i < 8; i++) crc = (unsigned char)(crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1);
  return crc;
}
int main(void) {
  unsigned char table[16];
  for (int i = 0; i < 16; i++) {
    unsigned char c = (unsigned char)(i << 4);
    for (int k = 0; k < 4; k++) c = (unsigned char)(c & 0x80 ? (c << 1) ^ 0x07 : c << 1);
    table[i] = c;
  }
  unsigned char x = __VERIFIER_nondet_uchar(), crc = x;
  for (int k = 0; k < 2; k++)
    crc = (unsigned char)((crc << 4) ^ table[crc >> 4]);
  if (crc != slow(x)) reach_error();
  return 0;
}
