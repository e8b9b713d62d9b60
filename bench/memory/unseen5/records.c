/* Records of name and number read into a list, at most 30. memory: main => heap 1,440 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char name[32];
    int age;
    struct record *next;
};

static void print_all(const struct record *r) {
    while (r) {
        printf("%-31s %3d\n", r->name, r->age);
        r = r->next;
    }
}

int main(void) {
    struct record *head = NULL, **tail = &head;
    char name[32];
    int age, count = 0;
    while (count < 30 && scanf("%31s %d", name, &age) == 2) {
        if (age < 0 || age > 130) {
            fprintf(stderr, "skipped %s\n", name);
            continue;
        }
        struct record *r = malloc(sizeof *r);
        if (!r) {
            perror("malloc");
            break;
        }
        strcpy(r->name, name);
        r->age = age;
        r->next = NULL;
        *tail = r;
        tail = &r->next;
        count++;
    }
    print_all(head);
    while (head) {
        struct record *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
