//! Programs in which content that nobody wrote decides something, or seems to.

/// A program, how its input enters, the marks of its lines with a finding, and
/// the marks of those that one side sees alone.
pub type Unset = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

pub const UNSET: &[Unset] = &[
    // Standard input; what decides is set on two of three paths.
    ("#include <stdio.h>
int main(void) {
  int x, c = getchar();
  if (c == 'a') x = 1;
  else if (c == 'b') x = 5;
  if (x == 5) puts(\"five\"); // ONE
  return 0;
}", &[], &["ONE"], &[]),
    // A function that is called again and again: a member, handed on.
    ("#include <stddef.h>
struct s { char tag; int v; };
static int use(struct s *p) { if (p->tag == 'k') return p->v; return 0; }
int LLVMFuzzerTestOneInput(const unsigned char *d, size_t n) {
  struct s s;
  if (n < 2) return 0;
  s.tag = d[0];
  if (d[1] == '7') s.v = 3;
  if (use(&s) > 2) return 1; // ONE
  return 0;
}", &[], &["ONE"], &[]),
    // A file that is shorter than the buffer.
    ("#include <stdio.h>
int main(int argc, char **argv) {
  char b[16];
  FILE *f = fopen(argv[1], \"rb\");
  if (!f) return 1;
  size_t n = fread(b, 1, 8, f);
  if (n > 3 && b[3] == 'z') puts(\"fine\");
  if (n > 2 && b[0] == 'q')
    if (b[n + 1] == 'x') puts(\"not fine\"); // ONE
  fclose(f);
  return 0;
}", &["--args", "@@"], &["ONE"], &[]),
    // An argument without its end; the search for it happens in the library.
    ("#include <string.h>
#include <stdio.h>
int main(int argc, char **argv) {
  char b[16];
  if (argc < 2) return 0;
  strncpy(b, argv[1], 3);
  if (strlen(argv[1]) < 3) { if (b[0] == 'h') puts(\"ok\"); return 0; }
  if (b[0] == 'l')
    if (strchr(b, 'y')) puts(\"unset\"); // ONE
  return 0;
}", &["--argv", "--seed", "seed"], &["ONE"], &[]),
    // A harness that asks piece by piece; a block, and half an array.
    ("int __VERIFIER_nondet_int(void); void klee_make_symbolic(void *, unsigned long, const char *);
#include <stdlib.h>
int main(void) {
  int n = __VERIFIER_nondet_int(), a[4];
  klee_make_symbolic(a, 8, \"a\");
  int *h = malloc(sizeof(int) * 4);
  for (int i = 0; i < 4 && i < n; i++) h[i] = i;
  if (n == 77)
    if (a[2] == 1) return 3; // ONE
  if (n == 2)
    if (h[2] == 1) return 4; // TWO
  free(h);
  return 0;
}", &[], &["ONE", "TWO"], &[]),
    // Copies of padding and of bits that do not matter are none.
    ("#include <stdio.h>
struct p { char a; int b; };
int main(void) {
  struct p x, y;
  x.a = getchar(); x.b = 2; y = x;
  if (y.a == 'm' && y.b == 2) puts(\"m\");
  int u, z = u & 0;
  if (z == 0 && x.a == 'n') puts(\"n\");
  return 0;
}", &[], &[], &[]),
    // What a function outside the model wrote is not known to either side.
    ("#include <stdio.h>
#include <stdlib.h>
int main(void) {
  struct random_data d; char st[64]; int r, c = getchar();
  d.state = 0;
  initstate_r(5, st, 64, &d);
  random_r(&d, &r);
  if (r % 2 == 0 && c == 'x') puts(\"even\"); // ALONE
  return 0;
}", &[], &[], &["ALONE"]),
    // MemorySanitizer lets a choice between two numbers pass.
    ("int f(int x) {
  int y;
  if (x != 1234) y = 2;
  return y == 3 ? 1 : 0; // ALONE
}", &["--entry", "f"], &[], &["ALONE"]),
];
