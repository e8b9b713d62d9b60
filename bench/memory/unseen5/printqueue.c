/* Jobs of a printer that keys add and take, at most 32 wait. memory: main => heap 1,304 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_JOBS 32

struct job {
    int id;
    int pages;
    char title[24];
    struct job *next;
};

struct queue {
    struct job *head, *tail;
    int count;
};

static struct queue *queue_new(void) {
    struct queue *q = malloc(sizeof(struct queue));
    if (!q) exit(EXIT_FAILURE);
    q->head = q->tail = NULL;
    q->count = 0;
    return q;
}

static int enqueue(struct queue *q, int id, int pages) {
    if (q->count == MAX_JOBS) {
        printf("queue full\n");
        return 0;
    }
    struct job *j = malloc(sizeof(struct job));
    if (!j) exit(EXIT_FAILURE);
    j->id = id;
    j->pages = pages;
    snprintf(j->title, sizeof j->title, "job %d", id);
    j->next = NULL;
    if (q->tail)
        q->tail->next = j;
    else
        q->head = j;
    q->tail = j;
    q->count++;
    return 1;
}

static int dequeue(struct queue *q) {
    if (q->count == 0) return -1;
    struct job *j = q->head;
    int id = j->id;
    q->head = j->next;
    if (!q->head) q->tail = NULL;
    q->count--;
    free(j);
    return id;
}

int main(void) {
    struct queue *q = queue_new();
    int c, id = 1;
    while ((c = getchar()) != EOF && c != 'q') {
        switch (c) {
        case 'a':
            enqueue(q, id++, 3);
            break;
        case 'p': {
            int done = dequeue(q);
            if (done >= 0) printf("printed %d\n", done);
            break;
        }
        case 'l':
            printf("%d waiting\n", q->count);
            break;
        default:
            break;
        }
    }
    while (q->count > 0) dequeue(q);
    free(q);
    return 0;
}
