/* Messages with a flexible member, forwarded with a trailer. memory: flexarr --buffer 4 => heap 82 */
#include <stdlib.h>
#include <string.h>
struct msg { unsigned short len, id; unsigned char d[]; };
static struct msg *mk(unsigned id, unsigned len) { struct msg *m = malloc(sizeof *m + len); if (m) { m->id = (unsigned short)id; m->len = (unsigned short)len; memset(m->d, 0, len); } return m; }
static struct msg *trail(struct msg *m) { struct msg *t = mk(m->id, m->len + 4u); if (!t) { free(m); return 0; } memcpy(t->d, m->d, m->len); free(m); return t; }
int flexarr(const unsigned char l[4]) {
    int s = 0;
    for (int i = 0; i < 4; i++) {
        struct msg *m = mk((unsigned)i, l[i] & 31);
        if (!m) continue;
        if (l[i] & 64) { m = trail(m); if (!m) continue; }
        if (l[i] & 128) { m = trail(m); if (!m) continue; }
        s += m->len;
        free(m);
    }
    return s;
}
