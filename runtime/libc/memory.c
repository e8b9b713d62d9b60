/* Blocks of bytes. Comparison folds with selects: no fork inside, the caller
 * forks on the result. C lets memcmp read all `n` bytes, so it does. */

/* The difference of the first bytes that differ. */
static int ep_memcmp(const ep_byte *a, const ep_byte *b, size_t n) {
    int result = 0;
    for (size_t i = 0; i < n; i++) {
        int difference = (int)a[i] - (int)b[i];
        result = result != 0 ? result : difference;
    }
    return result;
}

int memcmp(const void *a, const void *b, size_t n) {
    return ep_memcmp(a, b, n);
}

int bcmp(const void *a, const void *b, size_t n) {
    return ep_memcmp(a, b, n);
}

void *memchr(const void *s, int c, size_t n) {
    const ep_byte *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (ep_byte)c)
            return (void *)(p + i);
    return NULL;
}

void *rawmemchr(const void *s, int c) {
    const ep_byte *p = s;
    while (*p != (ep_byte)c)
        p++;
    return (void *)p;
}

void *memrchr(const void *s, int c, size_t n) {
    const ep_byte *p = s;
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == (ep_byte)c)
            return (void *)(p + i - 1);
    return NULL;
}

void *mempcpy(void *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
    ep_byte *t = to;
    const ep_byte *f = from;
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (ep_byte)c)
            return t + i + 1;
    }
    return NULL;
}

/* The first place where the equality of all bytes, folded without a branch,
 * holds: one fork per place. */
void *memmem(const void *hay, size_t hay_size, const void *needle, size_t size) {
    const ep_byte *h = hay, *n = needle;
    if (size > hay_size)
        return NULL;
    for (size_t i = 0; i <= hay_size - size; i++) {
        int equal = 1;
        for (size_t j = 0; j < size; j++)
            equal &= h[i + j] == n[j];
        if (equal)
            return (void *)(h + i);
    }
    return NULL;
}

void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

void bzero(void *s, size_t n) {
    memset(s, 0, n);
}

void explicit_bzero(void *s, size_t n) {
    memset(s, 0, n);
}

void swab(const void *from, void *to, ssize_t n) {
    const ep_byte *f = from;
    ep_byte *t = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        ep_byte first = f[i];
        t[i] = f[i + 1];
        t[i + 1] = first;
    }
}
