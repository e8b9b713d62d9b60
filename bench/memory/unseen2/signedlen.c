/* A length that is signed, checked and then used. memory: signedlen --buffer 32 => heap 40 */
#include <stdlib.h>
#include <string.h>
int signedlen(const char *from, int len, short skip) {
    if (len > 32) len = 32;
    if (skip < 0 || skip >= len) return -1;
    int rest = len - skip;
    char *copy = malloc((size_t)rest + 8);
    if (!copy) return -1;
    memcpy(copy, from + skip, (size_t)rest);
    memset(copy + rest, 0, 8);
    int n = (int)strlen(copy);
    free(copy);
    return n;
}
