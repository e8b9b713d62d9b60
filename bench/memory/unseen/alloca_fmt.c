/* alloca for a line of each record. memory: alloca_fmt => heap 0 */
#include <alloca.h>
#include <string.h>
static unsigned check(const char *p, unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) s = s * 31 + (unsigned char)p[i];
    return s;
}
static unsigned record(unsigned len) {
    char *line = alloca(len + 2);
    memset(line, 'a', len);
    line[len] = '\n';
    line[len + 1] = 0;
    return check(line, len + 1);
}
unsigned alloca_fmt(const unsigned char lens[3]) {
    unsigned s = 0;
    for (int i = 0; i < 3; i++) s ^= record(lens[i] & 63);
    for (int i = 0; i < 3; i++) {
        char *tag = alloca(16);
        memset(tag, i, 16);
        s += check(tag, 16);
    }
    return s;
}
