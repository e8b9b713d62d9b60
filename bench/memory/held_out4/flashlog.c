/* A log in pages: records are gathered in a page of 32 bytes, which is written when full; a reader copies one. memory: logger --buffer 10 => heap 64 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct page { uint8_t used; uint8_t bytes[31]; };
static struct page *open_page;
static int written;
static int append(const uint8_t *r, uint8_t n) {
    if (n > 31) return -1;
    if (open_page && open_page->used + n > 31) { written++; free(open_page); open_page = NULL; }
    if (!open_page && !(open_page = calloc(1, sizeof *open_page))) return -1;
    memcpy(open_page->bytes + open_page->used, r, n);
    open_page->used = (uint8_t)(open_page->used + n);
    return 0;
}
static int peek(void) {
    if (!open_page) return -1;
    struct page *c = malloc(sizeof *c);
    if (!c) return -1;
    *c = *open_page;
    int first = c->used ? c->bytes[0] : -1;
    free(c);
    return first;
}
int logger(const uint8_t plan[10]) {
    uint8_t record[16] = {0};
    int seen = 0;
    for (int i = 0; i < 10; i++) {
        record[0] = plan[i];
        if (plan[i] & 0x80) seen += peek();
        else append(record, plan[i] & 15);
    }
    free(open_page);
    open_page = NULL;
    return seen;
}
