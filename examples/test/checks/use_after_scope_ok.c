// Blocks are left by break, continue, goto and fall-through, entered by switch
// and goto; each use lies inside the block.
// expect: proved
#include <everypath.h>

static int twice(int *p) { return *p *= 2; }

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 0 && n < 5);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int a = i;
    if (twice(&a) == 4)
      continue;
    if (a > 5)
      break;
    {
      int b[2] = {a, 1};
      int *q = b;
      sum += twice(q + 1);
      if (sum > 100)
        goto out;
    }
    sum += a;
  }
  switch (n) {
    int c;
  case 0:
    c = 1;
    sum += twice(&c);
    // falls through
  case 1:
    c = 2;
    sum += twice(&c);
    break;
  default:
    sum++;
  }
  sum += ({
    int d = n;
    twice(&d);
    d;
  });
  if (n == 3)
    goto inside;
  {
    int e;
  inside:
    e = n;
    sum += twice(&e);
  }
out:
  return sum > 1000;
}
