/* Slots replaced at an index that is an input, with sizes that are inputs. memory: slotsym --buffer 16 => heap 256 */
#include <stdlib.h>
int slotsym(const unsigned char s[16]) {
    char *v[4] = {0, 0, 0, 0};
    for (int i = 0; i < 16; i += 2) { unsigned k = s[i] & 3; free(v[k]); v[k] = malloc((s[i + 1] & 63) + 1); }
    for (int i = 0; i < 4; i++) free(v[i]);
    return 0;
}
