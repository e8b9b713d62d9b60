/* ISO-TP: a first frame announces a length, consecutive frames fill it; a new first frame drops the old. memory: receive --buffer 32 => heap 4102 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct session { uint8_t *data; uint16_t size, got; uint8_t next; };
static struct session s;
static void end(void) { free(s.data); memset(&s, 0, sizeof s); }
static int frame(const uint8_t *f) {
    switch (f[0] >> 4) {
    case 0: {
        uint8_t n = f[0] & 15;
        if (n == 0 || n > 7) return -1;
        uint8_t *copy = malloc(n);
        if (!copy) return -1;
        memcpy(copy, f + 1, n);
        int sum = copy[0] + copy[n - 1];
        free(copy);
        return sum;
    }
    case 1: {
        uint16_t n = (uint16_t)((f[0] & 15) << 8 | f[1]);
        if (n < 8) return -1;
        end();
        s.data = malloc(n);
        if (!s.data) return -1;
        s.size = n;
        memcpy(s.data, f + 2, 6);
        s.got = 6;
        s.next = 1;
        return 0;
    }
    case 2: {
        if (!s.data || (f[0] & 15) != s.next) return -1;
        uint16_t n = (uint16_t)(s.size - s.got);
        if (n > 7) n = 7;
        memcpy(s.data + s.got, f + 1, n);
        s.got = (uint16_t)(s.got + n);
        s.next = (s.next + 1) & 15;
        if (s.got == s.size) end();
        return 0;
    }
    default: return -1;
    }
}
int receive(const uint8_t bus[32]) {
    for (int i = 0; i < 32; i += 8) frame(bus + i);
    end();
    return 0;
}
/* A first frame of 4,095 and then a single frame of 7: 4,102 */
