/* qsort and bsearch. The sort is the merge sort of glibc up to 2.36: stable,
 * and the comparison function is called with the same sequence of elements. C
 * leaves both open, as which of several equal elements bsearch finds, and
 * other libraries have another order; so it is noted with the verdict.
 * The number of paths is that of the orders that the comparison tells apart. */

#define EP_SORT_ON_STACK 1024

static void ep_merge_sort(char *base, size_t n, size_t size, ep_compare compare, char *spare) {
    if (n <= 1)
        return;
    size_t half = n / 2, left = half, right = n - half;
    char *a = base, *b = base + half * size, *to = spare;
    ep_merge_sort(a, left, size, compare, spare);
    ep_merge_sort(b, right, size, compare, spare);
    while (left > 0 && right > 0) {
        if (compare(a, b) <= 0) {
            memcpy(to, a, size);
            a += size;
            left--;
        } else {
            memcpy(to, b, size);
            b += size;
            right--;
        }
        to += size;
    }
    if (left > 0)
        memcpy(to, a, left * size);
    memcpy(base, spare, (n - right) * size);
}

/* When there is no memory for merging: stable too. */
static void ep_insertion_sort(char *base, size_t n, size_t size, ep_compare compare) {
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(base + (j - 1) * size, base + j * size) > 0; j--)
            for (size_t k = 0; k < size; k++) {
                char byte = base[(j - 1) * size + k];
                base[(j - 1) * size + k] = base[j * size + k];
                base[j * size + k] = byte;
            }
}

static void ep_qsort(void *base, size_t n, size_t size, ep_compare compare) {
    size_t bytes;
    if (n <= 1 || size == 0)
        return;
    __ep_assume_order();
    if (__builtin_mul_overflow(n, size, &bytes))
        bytes = SIZE_MAX;
    if (bytes <= EP_SORT_ON_STACK) {
        _Alignas(16) char spare[EP_SORT_ON_STACK];
        ep_merge_sort(base, n, size, compare, spare);
        return;
    }
    char *spare = __ep_own_block(bytes);
    if (spare == NULL) {
        ep_insertion_sort(base, n, size, compare);
        return;
    }
    ep_merge_sort(base, n, size, compare, spare);
    free(spare);
}

void qsort(void *base, size_t n, size_t size, ep_compare compare) {
    ep_qsort(base, n, size, compare);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, ep_compare compare) {
    size_t low = 0, high = n;
    if (n > 1)
        __ep_assume_order();
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* search.h's linear search. */
void *lfind(const void *key, const void *base, size_t *n, size_t size, ep_compare compare) {
    for (size_t i = 0; i < *n; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}
