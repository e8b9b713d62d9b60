/* Options of a command line, each copied. memory: main --args sym:4,sym:4 => heap 10 */
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char *kept[4]; int n = 0;
    for (int i = 1; i < argc && n < 4; i++) {
        if (argv[i][0] == '-') continue;
        kept[n] = strdup(argv[i]);
        if (!kept[n]) return 2;
        n++;
    }
    for (int i = 0; i < n; i++) free(kept[i]);
    return n;
}
