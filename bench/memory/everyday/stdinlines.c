/* Lines of standard input, reversed. memory: main --stdin 8 => heap 9 */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *b = malloc(9); size_t n = 0; int c;
    if (!b) return 1;
    while ((c = getchar()) != EOF && n < 8) b[n++] = (char)c;
    b[n] = 0;
    while (n) putchar(b[--n]);
    free(b);
    return 0;
}
