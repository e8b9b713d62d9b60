/* A list with insertion, removal and reversal driven by commands. memory: list_remove => heap */
#include <stdlib.h>
struct item { int key; struct item *next; };
static struct item *head;
static int count;
static int insert(int key) {
    if (count >= 6) return -1;
    struct item *i = malloc(sizeof *i);
    if (!i) return -1;
    i->key = key;
    i->next = head;
    head = i;
    count++;
    return 0;
}
static int removekey(int key) {
    for (struct item **p = &head; *p; p = &(*p)->next)
        if ((*p)->key == key) {
            struct item *dead = *p;
            *p = dead->next;
            free(dead);
            count--;
            return 1;
        }
    return 0;
}
static void reverse(void) {
    struct item *r = NULL;
    while (head) { struct item *n = head->next; head->next = r; r = head; head = n; }
    head = r;
}
static void clear(void) {
    while (head) { struct item *n = head->next; free(head); head = n; }
    count = 0;
}
int list_remove(const unsigned char cmd[8]) {
    int hits = 0;
    for (int i = 0; i < 8; i++)
        switch (cmd[i] >> 6) {
        case 0: insert(cmd[i] & 63); break;
        case 1: hits += removekey(cmd[i] & 63); break;
        case 2: reverse(); break;
        default: break;
        }
    clear();
    return hits;
}
