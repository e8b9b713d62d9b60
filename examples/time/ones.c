/* A round for each one among the bits of x. */
void ones(unsigned x) {
  while (x)
    x &= x - 1;
}
