/* zlib: a checksum in two parts is the checksum of the whole. */
#include <everypath.h>
#include <zlib.h>

#ifndef N
#define N 3
#endif

int main(void) {
  unsigned char in[N];
  ep_symbolic(in, sizeof in, "in");
  uLong whole = adler32(adler32(0, Z_NULL, 0), in, N);
  uLong parts = adler32(0, Z_NULL, 0);
  for (int i = 0; i < N; i++)
    parts = adler32(parts, in + i, 1);
  ep_assert(whole == parts);
  return 0;
}
