/* Leaves early through exit with a block in hand. memory: exitleak => heap 300 */
#include <stdlib.h>
static void die(int c) { char *m = malloc(100); if (m) m[0] = 0; exit(c); }
int exitleak(int x) {
    char *a = malloc(200);
    if (!a) return -1;
    if (x < 0) die(3);
    free(a);
    if (x == 7) die(4);
    return 0;
}
