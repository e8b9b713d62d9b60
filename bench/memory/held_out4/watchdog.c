/* Clients check in; an interrupt counts down; a report is made for those that are late. memory: supervise --interrupt tick_isr => heap 20 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static volatile uint8_t left[4] = {5, 5, 5, 5};
static volatile uint8_t late;
void tick_isr(void) {
    for (int i = 0; i < 4; i++)
        if (left[i] && --left[i] == 0) late |= (uint8_t)(1u << i);
}
static void check_in(int i) { left[i] = 5; }
int supervise(void) {
    int reports = 0;
    for (int round = 0; round < 10; round++) {
        check_in(round & 3);
        if (late) {
            char *r = malloc(20);
            if (!r) return -1;
            memset(r, 0, 20);
            r[0] = (char)late;
            late = 0;
            reports += r[0] != 0;
            free(r);
        }
    }
    return reports;
}
