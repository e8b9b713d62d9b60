/* A log with levels; messages are formatted with varargs into a block of the right size. memory: report => heap 30 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum level { DEBUG, INFO, ERROR };
static enum level threshold = INFO;
static char *kept[4];
static unsigned at;
static void log_at(enum level l, const char *fmt, ...) {
    va_list ap;
    char line[24];
    if (l < threshold) return;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (n < 0) return;
    if (n >= (int)sizeof line) n = sizeof line - 1;
    char *copy = malloc((size_t)n + 1);
    if (!copy) return;
    memcpy(copy, line, (size_t)n);
    copy[n] = 0;
    free(kept[at & 3]);
    kept[at++ & 3] = copy;
}
int report(unsigned char code, unsigned char line) {
    log_at(DEBUG, "enter %d", code);
    if (code > 9) log_at(ERROR, "code %d", code);
    if (line) log_at(INFO, "line %d of file", line);
    log_at(INFO, "bye");
    for (int i = 0; i < 4; i++) { free(kept[i]); kept[i] = NULL; }
    return 0;
}
/* "code 255" 9, "line 255 of file" 17, "bye" 4: 30 */
