/* 3 is odd, so that its multiples come to every number modulo 2^32, to 0 too. */
void stride(unsigned x) {
  while (x)
    x += 3;
}
