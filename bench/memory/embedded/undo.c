/* A history of five texts, the oldest goes. memory: undo --buffer 9 => heap 104 */
#include <stdlib.h>
#include <string.h>
static char *history[5];
static unsigned depth;
static int record(unsigned length) {
    if (depth == 5) {
        free(history[0]);
        memmove(history, history + 1, 4 * sizeof *history);
        depth--;
    }
    history[depth] = malloc(length + 5);
    if (!history[depth]) return -1;
    depth++;
    return 0;
}
int undo(const unsigned char script[9]) {
    for (int i = 0; i < 9; i++) {
        if (script[i] < 200) { if (record(script[i] & 15) < 0) break; }
        else if (depth) free(history[--depth]);
    }
    char *copy = malloc(4);
    free(copy);
    while (depth) free(history[--depth]);
    return 0;
}
