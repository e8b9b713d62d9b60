// time: terminates
// because: the pair that comes back has less
struct p { unsigned char a, b; };
static struct p step(struct p p) {
  struct p q = {p.b, p.a ? p.a - 1 : 0};
  return q;
}
void f(unsigned char a, unsigned char b) {
  struct p p = {a, b};
  while (p.a || p.b) p = step(p);
}
