/* The sum of two numbers of at most forty digits. memory: main => heap 124 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *c = malloc(strlen(s) + 1);
    if (c) strcpy(c, s);
    return c;
}

static char *add(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b), most = n > m ? n : m;
    char *r = malloc(most + 2);
    if (!r) return NULL;
    int carry = 0;
    r[most + 1] = '\0';
    for (size_t i = 0; i < most; i++) {
        int x = i < n ? a[n - 1 - i] - '0' : 0, y = i < m ? b[m - 1 - i] - '0' : 0;
        r[most - i] = (char)('0' + (x + y + carry) % 10);
        carry = (x + y + carry) / 10;
    }
    r[0] = (char)('0' + carry);
    return r;
}

int main(void) {
    char first[41], second[41];
    if (scanf("%40s %40s", first, second) != 2) return 1;
    char *a = copy(first), *b = copy(second);
    if (a && b) {
        char *sum = add(a, b);
        if (sum) puts(sum[0] == '0' ? sum + 1 : sum);
        free(sum);
    }
    free(b);
    free(a);
    return 0;
}
