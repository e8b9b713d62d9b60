/* Strings: length, copy, comparison. A comparison stops at the first
 * difference, as programs that compare unterminated buffers rely on; it forks
 * on "equal so far" and on "ended", not on the sign. */

static size_t ep_strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

static size_t ep_strnlen(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n] != 0)
        n++;
    return n;
}

size_t strlen(const char *s) {
    return ep_strlen(s);
}

size_t strnlen(const char *s, size_t max) {
    return ep_strnlen(s, max);
}

/* Copies with the terminator; returns the place of the terminator. */
static char *ep_stpcpy(char *to, const char *from) {
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}

char *stpcpy(char *to, const char *from) {
    return ep_stpcpy(to, from);
}

char *__stpcpy(char *to, const char *from) {
    return ep_stpcpy(to, from);
}

char *strcpy(char *to, const char *from) {
    ep_stpcpy(to, from);
    return to;
}

static char *ep_stpncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (size_t j = i; j < n; j++)
        to[j] = 0;
    return to + i;
}

char *stpncpy(char *to, const char *from, size_t n) {
    return ep_stpncpy(to, from, n);
}

char *strncpy(char *to, const char *from, size_t n) {
    ep_stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from) {
    ep_stpcpy(to + ep_strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    char *end = to + ep_strlen(to);
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = ep_strlen(from);
    if (size > 0) {
        size_t n = length < size ? length : size - 1;
        memcpy(to, from, n);
        to[n] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t used = ep_strnlen(to, size);
    size_t length = ep_strlen(from);
    if (used == size)
        return used + length;
    size_t room = size - used - 1;
    size_t n = length < room ? length : room;
    memcpy(to + used, from, n);
    to[used + n] = 0;
    return used + length;
}

static int ep_strcmp(const char *a, const char *b) {
    for (;; a++, b++) {
        ep_byte x = *a, y = *b;
        if (x != y)
            return (int)x - (int)y;
        if (x == 0)
            return 0;
    }
}

static int ep_strncmp(const char *a, const char *b, size_t n) {
    for (; n > 0; a++, b++, n--) {
        ep_byte x = *a, y = *b;
        if (x != y)
            return (int)x - (int)y;
        if (x == 0)
            return 0;
    }
    return 0;
}

int strcmp(const char *a, const char *b) {
    return ep_strcmp(a, b);
}

int strcoll(const char *a, const char *b) {
    return ep_strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t n) {
    return ep_strncmp(a, b, n);
}

static int ep_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int ep_strncasecmp(const char *a, const char *b, size_t n) {
    for (; n > 0; a++, b++, n--) {
        int x = ep_lower((ep_byte)*a), y = ep_lower((ep_byte)*b);
        if (x != y)
            return x - y;
        if (x == 0)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    return ep_strncasecmp(a, b, SIZE_MAX);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    return ep_strncasecmp(a, b, n);
}

/* The C locale's transformation is the string itself. */
size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = ep_strlen(from);
    ep_stpncpy(to, from, length < size ? length + 1 : size);
    return length;
}

/* A block that the library keeps for itself. Accounts of the program's blocks
 * leave out what is made here (by its name), and `free` takes it back. */
__attribute__((noinline)) static void *__ep_own_block(size_t size) {
    return malloc(size);
}

static char *ep_strdup(const char *s, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *s) {
    return ep_strdup(s, ep_strlen(s));
}

char *__strdup(const char *s) {
    return ep_strdup(s, ep_strlen(s));
}

char *strndup(const char *s, size_t max) {
    return ep_strdup(s, ep_strnlen(s, max));
}

char *__strndup(const char *s, size_t max) {
    return ep_strdup(s, ep_strnlen(s, max));
}
