/* An event loop without an end that frees what it makes. memory: main --stdin 4 => heap 96 */
#include <stdio.h>
#include <stdlib.h>
static int handle(int event) {
    char *scratch = malloc(event & 1 ? 64 : 32);
    if (!scratch) return -1;
    scratch[0] = (char)event;
    char *reply = malloc(32);
    int r = scratch[0];
    free(reply);
    free(scratch);
    return r;
}
int main(void) {
    int event, sum = 0;
    while ((event = getchar()) != EOF) sum ^= handle(event);
    return sum & 1;
}
