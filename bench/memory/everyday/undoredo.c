/* Two stacks of edits; a new edit drops what could be redone. memory: undoredo --buffer 10 => heap 96 */
#include <stdlib.h>
struct e { struct e *below; char text[16]; };
static struct e *un, *re; static int nu, nr;
static void clear(struct e **s, int *n) { while (*s) { struct e *b = (*s)->below; free(*s); *s = b; } *n = 0; }
int undoredo(const unsigned char k[10]) {
    for (int i = 0; i < 10; i++) switch (k[i] % 3) {
        case 0: clear(&re, &nr); if (nu < 4) { struct e *x = malloc(sizeof *x); if (!x) break; x->below = un; un = x; nu++; } break;
        case 1: if (un) { struct e *x = un; un = x->below; nu--; x->below = re; re = x; nr++; } break;
        default: if (re) { struct e *x = re; re = x->below; nr--; x->below = un; un = x; nu++; } break;
    }
    clear(&un, &nu); clear(&re, &nr);
    return 0;
}
