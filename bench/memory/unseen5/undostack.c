/* Undo of an editor, the last 10 texts are kept as copies. memory: main => heap 640 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 10
#define LINE 64

static char *history[DEPTH];
static int top;

static void push(const char *text) {
    if (top == DEPTH) {
        free(history[0]);
        memmove(history, history + 1, (DEPTH - 1) * sizeof history[0]);
        top--;
    }
    history[top++] = strdup(text);
}

static int undo(char *text) {
    if (top == 0) return 0;
    char *old = history[--top];
    strcpy(text, old);
    free(old);
    history[top] = NULL;
    return 1;
}

int main(void) {
    char text[LINE] = "", line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "undo") == 0) {
            if (!undo(text)) puts("nothing to undo");
        } else if (strcmp(line, "quit") == 0) {
            break;
        } else {
            push(text);
            strcpy(text, line);
        }
        puts(text);
    }
    while (top > 0) free(history[--top]);
    return 0;
}
