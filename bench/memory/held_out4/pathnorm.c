/* A path is normalised: a VLA of starts of parts, a block for the result. memory: normal --buffer 12 => heap 15 */
#include <stdlib.h>
#include <string.h>
char *normal(const char in[12]) {
    char path[13];
    memcpy(path, in, 12);
    path[12] = 0;
    size_t len = strlen(path), n = 0;
    const char *parts[len / 2 + 1];
    size_t sizes[len / 2 + 1];
    for (size_t i = 0; i < len;) {
        size_t k = strcspn(path + i, "/");
        if (k == 2 && path[i] == '.' && path[i + 1] == '.') { if (n) n--; }
        else if (k && !(k == 1 && path[i] == '.')) { parts[n] = path + i; sizes[n++] = k; }
        i += k + 1;
    }
    size_t total = 2;
    for (size_t i = 0; i < n; i++) total += sizes[i] + 1;
    char *out = malloc(total), *p = out;
    if (!out) return NULL;
    *p++ = '/';
    for (size_t i = 0; i < n; i++) {
        memcpy(p, parts[i], sizes[i]);
        p += sizes[i];
        *p++ = '/';
    }
    *p = 0;
    return out;
}
/* Twelve bytes without a slash: 2 + 12 + 1 = 15 */
