#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "queue_lengths-2.c", 1, "reach_error"); }
// A queue that counts its own length.
struct item { int cost; struct item *next; };
static struct item *head, *tail;
static int length;
static void push(int cost) {
  struct item *i = malloc(sizeof *i);
  i->cost = cost;
  i->next = 0;
  if (tail) tail->next = i; else head = i;
  tail = i;
  length++;
}
static int pop(void) {
  struct item *i = head;
  int cost = i->cost;
  head = i->next;
  if (!head) tail = 0;
  else if (cost == 1) length--;
  free(i);
  length--;
  return cost;
}
int main(void) {
  for (int step = 0; step < 6; step++) {
    if (__VERIFIER_nondet_bool()) push(step);
    else if (head) pop();
  }
  int count = 0;
  for (struct item *i = head; i; i = i->next) count++;
  if (count != length) reach_error();
  return 0;
}
