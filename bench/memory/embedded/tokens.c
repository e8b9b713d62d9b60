/* Words of a line of 24 characters, each copied, at most 6. memory: tokens --buffer 24 => heap 25 */
#include <stdlib.h>
#include <string.h>
static char *dup_range(const char *from, size_t n) {
    char *s = malloc(n + 1);
    if (!s) return NULL;
    memcpy(s, from, n);
    s[n] = 0;
    return s;
}
int tokens(const char line[24]) {
    char *word[6];
    int words = 0, start = -1;
    for (int i = 0; i <= 24 && words < 6; i++) {
        int blank = i == 24 || line[i] == ' ' || line[i] == 0;
        if (!blank && start < 0) start = i;
        if (blank && start >= 0) {
            word[words] = dup_range(line + start, (size_t)(i - start));
            if (!word[words]) break;
            words++;
            start = -1;
        }
        if (i < 24 && line[i] == 0) break;
    }
    for (int i = 0; i < words; i++) free(word[i]);
    return words;
}
