// A request is answered from a buffer on the stack; errors are shorter.
// memory: request => heap
#include <string.h>
static unsigned short crc(const unsigned char *p, int n) {
  unsigned short c = 0xffff;
  while (n-- > 0) {
    c ^= *p++;
    for (int i = 0; i < 8; i++) c = c & 1 ? (unsigned short)(c >> 1 ^ 0xa001) : (unsigned short)(c >> 1);
  }
  return c;
}
static int read_registers(const unsigned char *q, unsigned char *out) {
  unsigned char regs[64];
  int n = q[1];
  if (n > 32) return 0;
  memset(regs, q[0], sizeof regs);
  memcpy(out, regs, (unsigned)n * 2);
  return n * 2;
}
int request(const unsigned char q[4]) {
  unsigned char answer[80];
  int n;
  switch (q[2]) {
  case 3: n = read_registers(q, answer); break;
  case 6: memcpy(answer, q, 4); n = 4; break;
  default: answer[0] = 0x83; n = 1;
  }
  return crc(answer, n);
}
