// Left by continue out of a switch.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  const char *p = "";
  int r = 0;
  for (int i = 0; i < 3; i++) {
    switch (i & 1) {
    case 0: {
      char t[2] = {'a', 0};
      if (i == 2)
        r = p[0]; // bug: use-after-return
      p = t;
      continue;
    }
    default:
      break;
    }
    r++;
  }
  return r;
}
