/* A menu: add, delete, list students, at most 25. memory: main => heap 1,200 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
    int id;
    char name[30];
    float mark;
    struct student *next;
};

static struct student *first = NULL;
static int total = 0;

static void add(void) {
    struct student *s;
    if (total >= 25) {
        printf("no room\n");
        return;
    }
    s = (struct student *)malloc(sizeof(struct student));
    if (s == NULL) {
        printf("memory\n");
        return;
    }
    printf("id name mark: ");
    if (scanf("%d %29s %f", &s->id, s->name, &s->mark) != 3) {
        free(s);
        return;
    }
    s->next = first;
    first = s;
    total++;
}

static void del(void) {
    int id;
    struct student *s = first, *prev = NULL;
    if (scanf("%d", &id) != 1) return;
    while (s != NULL && s->id != id) {
        prev = s;
        s = s->next;
    }
    if (s == NULL) {
        printf("not found\n");
        return;
    }
    if (prev == NULL)
        first = s->next;
    else
        prev->next = s->next;
    free(s);
    total--;
}

static void list(void) {
    struct student *s;
    for (s = first; s != NULL; s = s->next) printf("%d %s %.1f\n", s->id, s->name, s->mark);
}

int main(void) {
    int choice;
    do {
        printf("1 add 2 delete 3 list 0 end: ");
        if (scanf("%d", &choice) != 1) break;
        switch (choice) {
        case 1: add(); break;
        case 2: del(); break;
        case 3: list(); break;
        }
    } while (choice != 0);
    while (first != NULL) {
        struct student *s = first;
        first = first->next;
        free(s);
    }
    return 0;
}
