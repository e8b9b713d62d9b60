// Structs of several sizes are passed and returned by value.
// expect: proved
#include <everypath.h>

struct small {
  int a;
};
struct pair {
  long a, b;
};
struct mixed {
  double d;
  int i;
};
struct large {
  int v[8];
};

static struct small s1(struct small s) {
  s.a = ~s.a;
  return s;
}
static struct pair s2(struct pair p) { return (struct pair){p.b, p.a}; }
static struct mixed s3(struct mixed m) {
  m.i ^= 1;
  return m;
}
static struct large s4(struct large l) {
  l.v[7] = l.v[0];
  return l;
}

int main(void) {
  int x, y;
  ep_symbolic(&x, sizeof x, "x");
  ep_symbolic(&y, sizeof y, "y");
  ep_assert(s1((struct small){x}).a == ~x);
  struct pair p = s2((struct pair){x, y});
  ep_assert(p.a == y && p.b == x);
  struct mixed m = s3((struct mixed){0.25, x});
  ep_assert(m.d == 0.25 && m.i == (x ^ 1));
  struct large l = {{x, 1, 2, 3, 4, 5, 6, y}}, k = s4(l);
  ep_assert(k.v[7] == x && l.v[7] == y && k.v[6] == 6);
  return 0;
}
