// Insertion into a sorted list on the heap, then the order is asserted.
// flags: --check default,leak
// expect: proved
#include <everypath.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static void insert(struct node **at, int key) {
  while (*at && (*at)->key < key)
    at = &(*at)->next;
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = *at;
  *at = n;
}

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    int key;
    ep_symbolic(&key, sizeof key, "key");
    insert(&head, key);
  }
  for (struct node *n = head; n->next; n = n->next)
    ep_assert(n->key <= n->next->key);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
