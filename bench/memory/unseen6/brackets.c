/* Brackets that match, on a linked stack of at most six. memory: check --buffer 12 => heap 96 */
#include <stdlib.h>

struct open { char kind; struct open *below; };

struct open *top;
static int depth;

static int push(char kind) {
    if (depth >= 6) return 0;
    struct open *o = malloc(sizeof(struct open));
    if (o == NULL) return 0;
    o->kind = kind;
    o->below = top;
    top = o;
    depth++;
    return 1;
}

static char pop(void) {
    struct open *o = top;
    if (o == NULL) return 0;
    char kind = o->kind;
    top = o->below;
    free(o);
    depth--;
    return kind;
}

int check(const char *text, unsigned n) {
    int good = 1;
    for (unsigned i = 0; i < n && good; i++) {
        switch (text[i]) {
        case '(': good = push(')'); break;
        case '[': good = push(']'); break;
        case ')':
        case ']': good = pop() == text[i]; break;
        default: break;
        }
    }
    if (top) good = 0;
    while (top) pop();
    return good;
}
