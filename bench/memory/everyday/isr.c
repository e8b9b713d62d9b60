/* A main loop with an interrupt that fills a ring. memory: isr --interrupt rx => stack */
static volatile unsigned char ring[16]; static volatile unsigned head, tail;
static unsigned crc(unsigned c, unsigned char b) { for (int i = 0; i < 8; i++) c = c & 1 ? c >> 1 ^ 0xa001 : c >> 1; return c ^ b; }
void rx(void) { unsigned h = head; unsigned char b = (unsigned char)crc(h, 3); if (h - tail < 16) { ring[h % 16] = b; head = h + 1; } }
int isr(int n) { int s = 0; for (int i = 0; i < n && i < 100; i++) { if (head != tail) { s += ring[tail % 16]; tail++; } } return s; }
