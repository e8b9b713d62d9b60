// A block of a switch that a loop goes through again.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 3; i++)
    switch (i) {
    case 0:
    case 2: {
      int x = i;
      if (i == 2)
        r = *p; // bug: use-after-return
      p = &x;
      break;
    }
    default:
      r++;
    }
  return r;
}
