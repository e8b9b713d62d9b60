/* qsort of records behind pointers. memory: qs --buffer 5 => heap 40 */
#include <stdlib.h>
struct r { int k; char pad[4]; };
static int cmp(const void *a, const void *b) { const struct r *x = *(struct r *const *)a, *y = *(struct r *const *)b; return x->k < y->k ? -1 : x->k > y->k; }
int qs(const int a[5]) {
    struct r *v[5]; int n = 0;
    for (int i = 0; i < 5; i++) { v[n] = malloc(sizeof **v); if (!v[n]) break; v[n]->k = a[i]; n++; }
    qsort(v, (size_t)n, sizeof *v, cmp);
    for (int i = 0; i < n; i++) free(v[i]);
    return 0;
}
