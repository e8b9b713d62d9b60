/* A queue of jobs with arguments of their own; varargs tell how many. memory: queue --buffer 5 => heap 220 */
#include <stdarg.h>
#include <stdlib.h>
struct job { struct job *next; void (*run)(int, const int *); int n; int args[]; };
static struct job *head, *tail;
static int ran;
static void add(int n, const int *a) { for (int i = 0; i < n; i++) ran += a[i]; }
static void show(int n, const int *a) { ran ^= n ? a[0] : 0; }
static int enqueue(void (*run)(int, const int *), int n, ...) {
    struct job *j = malloc(sizeof *j + (size_t)n * sizeof(int));
    va_list ap;
    if (!j) return -1;
    j->next = NULL;
    j->run = run;
    j->n = n;
    va_start(ap, n);
    for (int i = 0; i < n; i++) j->args[i] = va_arg(ap, int);
    va_end(ap);
    if (tail) tail->next = j; else head = j;
    tail = j;
    return 0;
}
static void work(void) {
    while (head) {
        struct job *j = head;
        head = j->next;
        if (!head) tail = NULL;
        j->run(j->n, j->args);
        free(j);
    }
}
int queue(const unsigned char plan[5]) {
    for (int i = 0; i < 5; i++)
        switch (plan[i] & 3) {
        case 0: work(); break;
        case 1: enqueue(show, 1, i); break;
        case 2: enqueue(add, 3, i, i + 1, i + 2); break;
        default: enqueue(add, 5, 1, 2, 3, 4, 5); break;
        }
    work();
    return ran;
}
/* sizeof(struct job) is 24: 5 * (24 + 20) = 220 */
