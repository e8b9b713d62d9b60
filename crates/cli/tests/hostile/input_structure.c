// A function of that name that returns no number is not known.
// expect: unknown
struct s { long a, b, c; };
extern struct s nondet_s(void);
int main(void) {
  struct s v = nondet_s();
  return v.a == 3;
}
