// time: terminates
// because: the first cursor comes to the end
struct n { struct n *next; };
void f(struct n *p) {
  struct n *slow = p, *fast = p;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast) break;
  }
}
