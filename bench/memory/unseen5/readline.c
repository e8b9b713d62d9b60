/* A line of any length up to 1000 characters, in a buffer that doubles. memory: main => heap 1,536 */
#include <stdio.h>
#include <stdlib.h>

static char *read_line(FILE *f) {
    size_t cap = 16, len = 0;
    char *buf = malloc(cap);
    int c;
    if (!buf) return NULL;
    while ((c = fgetc(f)) != EOF && c != '\n') {
        if (len >= 1000) break;
        if (len + 1 == cap) {
            cap *= 2;
            char *bigger = realloc(buf, cap);
            if (!bigger) {
                free(buf);
                return NULL;
            }
            buf = bigger;
        }
        buf[len++] = (char)c;
    }
    buf[len] = '\0';
    if (len == 0 && c == EOF) {
        free(buf);
        return NULL;
    }
    return buf;
}

int main(void) {
    char *line;
    unsigned lines = 0;
    while ((line = read_line(stdin)) != NULL) {
        lines++;
        printf("%u: %s\n", lines, line);
        free(line);
    }
    return 0;
}
