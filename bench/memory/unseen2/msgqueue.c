/* A bounded queue of messages, driven by commands. memory: main --stdin 8 => heap 176 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct msg { struct msg *next; int id; unsigned len; unsigned char *data; };
struct queue { struct msg *head, *tail; int n; };
static int push(struct queue *q, int id, unsigned len) {
    if (q->n == 4) return -1;
    struct msg *m = malloc(sizeof *m);           /* 24 */
    if (!m) return -1;
    m->data = malloc(len);
    if (!m->data) { free(m); return -1; }
    memset(m->data, id, len);
    m->id = id; m->len = len; m->next = NULL;
    if (q->tail) q->tail->next = m; else q->head = m;
    q->tail = m; q->n++;
    return 0;
}
static void pop(struct queue *q) {
    struct msg *m = q->head;
    if (!m) return;
    q->head = m->next;
    if (!q->head) q->tail = NULL;
    q->n--;
    free(m->data); free(m);
}
int main(void) {
    struct queue q = {0};
    int c, lost = 0;
    while ((c = getchar()) != EOF) {
        if (c == '+') lost -= push(&q, c, 20);
        else if (c == '*') lost -= push(&q, c, 12);
        else if (c == '-') pop(&q);
    }
    while (q.head) pop(&q);
    return lost;
}
