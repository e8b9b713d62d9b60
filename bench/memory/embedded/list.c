/* A list of up to 40 nodes, reversed and freed. memory: list => heap 640 */
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *push(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) return head;
    n->value = v;
    n->next = head;
    return n;
}
static struct node *reverse(struct node *head) {
    struct node *out = NULL;
    while (head) { struct node *next = head->next; head->next = out; out = head; head = next; }
    return out;
}
int list(unsigned n) {
    if (n > 40) n = 40;
    struct node *head = NULL;
    for (unsigned i = 0; i < n; i++) head = push(head, (int)i);
    head = reverse(head);
    int sum = 0;
    while (head) { struct node *next = head->next; sum += head->value; free(head); head = next; }
    return sum;
}
