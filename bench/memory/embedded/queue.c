/* A queue of messages that a script fills and empties. memory: queue --buffer 10 => heap 320 */
#include <stdlib.h>
struct message { struct message *next; char body[24]; };
static struct message *head, **tail = &head;
static int put(char c) {
    struct message *m = malloc(sizeof *m);
    if (!m) return -1;
    m->next = NULL;
    m->body[0] = c;
    *tail = m;
    tail = &m->next;
    return 0;
}
static int get(void) {
    struct message *m = head;
    if (!m) return -1;
    int c = m->body[0];
    head = m->next;
    if (!head) tail = &head;
    free(m);
    return c;
}
int queue(const unsigned char script[10]) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (script[i] & 1) put((char)script[i]);
        else sum += get();
    }
    while (head) sum += get();
    return sum;
}
