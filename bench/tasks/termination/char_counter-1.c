// Counts up to a limit that fits, or does not fit, its type.
int main(void) {
  short i = 0;
  unsigned sum = 0;
  while (i < 200) {
    sum += i;
    i++;
  }
  return sum & 1;
}
