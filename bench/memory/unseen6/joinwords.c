/* Words joined into one text whose buffer doubles. memory: main => heap 192 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { char *bytes; size_t length, room; };

static int text_add(struct text *t, const char *s) {
    size_t n = strlen(s);
    while (t->length + n + 1 > t->room) {
        size_t room = t->room * 2;
        char *bytes = realloc(t->bytes, room);
        if (!bytes) return 0;
        t->bytes = bytes;
        t->room = room;
    }
    memcpy(t->bytes + t->length, s, n + 1);
    t->length += n;
    return 1;
}

int main(void) {
    struct text t = {malloc(16), 0, 16};
    char word[16];
    if (!t.bytes) return 1;
    t.bytes[0] = '\0';
    for (int i = 0; i < 8; i++) {
        if (scanf("%15s", word) != 1) break;
        if (i > 0 && !text_add(&t, "-")) break;
        if (!text_add(&t, word)) break;
    }
    puts(t.bytes);
    free(t.bytes);
    return 0;
}
