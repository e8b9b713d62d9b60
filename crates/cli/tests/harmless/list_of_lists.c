// A list of lists of any lengths.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
struct row { struct node *first; struct row *next; };
int main(void) {
  struct row *rows = 0;
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    r->first = 0;
    while (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->value = 1;
      n->next = r->first;
      r->first = n;
    }
    r->next = rows;
    rows = r;
  }
  while (rows) {
    struct row *next = rows->next;
    while (rows->first) {
      struct node *n = rows->first;
      rows->first = n->next;
      assert(n->value == 1);
      free(n);
    }
    free(rows);
    rows = next;
  }
  return 0;
}
