/* An inventory of at most sixteen items with names of their own. memory: main => heap 384 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16

struct item { int id; char *name; };

static struct item items[MOST];
static int number;

static int add_item(int id) {
    if (number >= MOST) return 0;
    char *name = malloc(24);
    if (!name) return 0;
    snprintf(name, 24, "item %d", id);
    items[number].id = id;
    items[number].name = name;
    number++;
    return 1;
}

static int remove_item(int id) {
    for (int i = 0; i < number; i++) {
        if (items[i].id == id) {
            free(items[i].name);
            items[i] = items[number - 1];
            number--;
            return 1;
        }
    }
    return 0;
}

int main(void) {
    int op, id;
    while (scanf("%d %d", &op, &id) == 2) {
        switch (op) {
        case 1:
            if (!add_item(id)) puts("no room");
            break;
        case 2:
            if (!remove_item(id)) puts("not there");
            break;
        default:
            for (int i = 0; i < number; i++) printf("%d %s\n", items[i].id, items[i].name);
        }
    }
    for (int i = 0; i < number; i++) free(items[i].name);
    return 0;
}
