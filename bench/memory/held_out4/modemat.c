/* Answers of a modem: lines are collected, matched with what is waited for, kept if nobody waits. memory: answers --buffer 16 => heap 48 */
#include <stdlib.h>
#include <string.h>
struct line { struct line *next; char *text; };
static struct line *unsolicited;
static int keep(const char *s, size_t n) {
    struct line *l = malloc(sizeof *l);
    if (!l) return -1;
    l->text = malloc(n + 1);
    if (!l->text) { free(l); return -1; }
    memcpy(l->text, s, n);
    l->text[n] = 0;
    l->next = unsolicited;
    unsolicited = l;
    return 0;
}
int answers(const char bytes[16]) {
    char line[10];
    size_t n = 0;
    int ok = 0;
    for (int i = 0; i < 16; i++) {
        if (bytes[i] == '\r') continue;
        if (bytes[i] == '\n') {
            if (n == 2 && line[0] == 'O' && line[1] == 'K') ok++;
            else if (n >= 5) keep(line, n);
            n = 0;
        } else if (n < sizeof line)
            line[n++] = bytes[i];
    }
    while (unsolicited) { struct line *l = unsolicited; unsolicited = l->next; free(l->text); free(l); }
    return ok;
}
/* Two lines of 5 and 9: 32 + 6 + 10 = 48 */
