/* A line editor: insert, delete, undo; each change is a record with the text that it removed. memory: edit --buffer 8 => heap 192 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct change { struct change *before; uint8_t at, n; char text[8]; };
static char line[32];
static uint8_t length;
static struct change *history;
static int record(uint8_t at, uint8_t n) {
    struct change *c = malloc(sizeof *c);
    if (!c) return -1;
    c->before = history;
    c->at = at;
    c->n = n;
    memcpy(c->text, line + at, n < 8 ? n : 8);
    history = c;
    return 0;
}
static void command(uint8_t k) {
    uint8_t at = (k >> 3) & 7;
    switch (k & 3) {
    case 0:
        if (length + 1u >= sizeof line || at > length || record(at, 0)) return;
        memmove(line + at + 1, line + at, (size_t)length - at);
        line[at] = 'x';
        length++;
        return;
    case 1:
        if (at >= length || record(at, 1)) return;
        memmove(line + at, line + at + 1, (size_t)length - at - 1);
        length--;
        return;
    case 2:
        if (history) { struct change *c = history; history = c->before; free(c); }
        return;
    default: return;
    }
}
int edit(const uint8_t keys[8]) {
    length = 0;
    for (int i = 0; i < 8; i++) command(keys[i]);
    while (history) { struct change *c = history; history = c->before; free(c); }
    return length;
}
/* 8 * 24 = 192 */
