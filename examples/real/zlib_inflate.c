/* zlib: a raw deflate stream of N symbolic bytes into a buffer of 16. */
#include <everypath.h>
#include <string.h>
#include <zlib.h>

#ifndef N
#define N 3
#endif

int main(void) {
  unsigned char in[N], out[16];
  z_stream s;
  ep_symbolic(in, sizeof in, "in");
  memset(&s, 0, sizeof s);
  if (inflateInit2(&s, -15) != Z_OK)
    return 1;
  s.next_in = in;
  s.avail_in = sizeof in;
  s.next_out = out;
  s.avail_out = sizeof out;
  int r = inflate(&s, Z_FINISH);
  ep_assert(s.total_out <= sizeof out);
  ep_assert(s.total_in <= sizeof in);
  inflateEnd(&s);
  return r == Z_STREAM_END ? 0 : 2;
}
