// Removing from a list whose last node holds no such value walks off its end.
// flags: --entry drop --may-be-null --pointer-depth 2
// expect: violated
#include <stdlib.h>
struct node {
  struct node *next;
  int key;
};
struct node *drop(struct node *head, int key) {
  if (!head)
    return NULL;
  if (head->key == key) {
    struct node *rest = head->next;
    free(head);
    return rest;
  }
  struct node *before = head;
  while (before->next->key != key) // bug: null-dereference
    before = before->next;
  struct node *gone = before->next;
  before->next = gone->next;
  free(gone);
  return head;
}
