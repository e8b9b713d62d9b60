/* A sorted list of inputs, inserted in order. memory: slist --buffer 6 => heap 96 */
#include <stdlib.h>
struct node { int v; struct node *next; };
int slist(const int a[6]) {
    struct node *head = NULL;
    for (int i = 0; i < 6; i++) {
        struct node **at = &head;
        while (*at && (*at)->v < a[i]) at = &(*at)->next;
        if (*at && (*at)->v == a[i]) continue;
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        n->v = a[i]; n->next = *at; *at = n;
    }
    int c = 0;
    while (head) { struct node *n = head->next; free(head); head = n; c++; }
    return c;
}
