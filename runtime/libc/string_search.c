/* Searching in strings and cutting them. Membership in a set and equality
 * with a needle are folded without branches: one fork per character of the
 * searched string, not per character of the set. */

static char *ep_strchrnul(const char *s, char c) {
    while (*s != c && *s != 0)
        s++;
    return (char *)s;
}

static char *ep_strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == 0)
            return NULL;
    }
}

static char *ep_strrchr(const char *s, int c) {
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (*s == 0)
            return (char *)last;
    }
}

char *strchr(const char *s, int c) {
    return ep_strchr(s, c);
}

char *index(const char *s, int c) {
    return ep_strchr(s, c);
}

char *strrchr(const char *s, int c) {
    return ep_strrchr(s, c);
}

char *rindex(const char *s, int c) {
    return ep_strrchr(s, c);
}

char *strchrnul(const char *s, int c) {
    return ep_strchrnul(s, (char)c);
}

/* Whether `c` is one of the characters of `set` (never the terminator). */
static int ep_in_set(char c, const char *set) {
    int found = 0;
    for (size_t i = 0; set[i] != 0; i++)
        found |= set[i] == c;
    return found;
}

static size_t ep_strspn(const char *s, const char *set) {
    size_t n = 0;
    while (ep_in_set(s[n], set))
        n++;
    return n;
}

static size_t ep_strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (!((s[n] == 0) | ep_in_set(s[n], set)))
        n++;
    return n;
}

size_t strspn(const char *s, const char *accept) {
    return ep_strspn(s, accept);
}

size_t strcspn(const char *s, const char *reject) {
    return ep_strcspn(s, reject);
}

char *strpbrk(const char *s, const char *accept) {
    s += ep_strcspn(s, accept);
    return *s != 0 ? (char *)s : NULL;
}

static char *ep_strtok(char *s, const char *delimiters, char **rest) {
    if (s == NULL)
        s = *rest;
    /* glibc keeps a pointer to the terminator, so a further call finds the
     * empty string again. */
    s += ep_strspn(s, delimiters);
    if (*s == 0) {
        *rest = s;
        return NULL;
    }
    char *end = s + ep_strcspn(s, delimiters);
    if (*end == 0) {
        *rest = end;
        return s;
    }
    *end = 0;
    *rest = end + 1;
    return s;
}

char *strtok(char *s, const char *delimiters) {
    static char *rest;
    return ep_strtok(s, delimiters, &rest);
}

char *strtok_r(char *s, const char *delimiters, char **rest) {
    return ep_strtok(s, delimiters, rest);
}

char *__strtok_r(char *s, const char *delimiters, char **rest) {
    return ep_strtok(s, delimiters, rest);
}

char *strsep(char **rest, const char *delimiters) {
    char *begin = *rest;
    if (begin == NULL)
        return NULL;
    char *end = begin + ep_strcspn(begin, delimiters);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return begin;
}

/* Forks on the length of the haystack, then once per place. */
static char *ep_strstr(const char *hay, const char *needle, int fold_case) {
    size_t size = ep_strlen(needle);
    if (size == 0)
        return (char *)hay;
    size_t length = ep_strlen(hay);
    if (size > length)
        return NULL;
    for (size_t i = 0; i <= length - size; i++) {
        int equal = 1;
        for (size_t j = 0; j < size; j++) {
            int x = (ep_byte)hay[i + j], y = (ep_byte)needle[j];
            equal &= fold_case ? ep_lower(x) == ep_lower(y) : x == y;
        }
        if (equal)
            return (char *)hay + i;
    }
    return NULL;
}

char *strstr(const char *hay, const char *needle) {
    return ep_strstr(hay, needle, 0);
}

char *strcasestr(const char *hay, const char *needle) {
    return ep_strstr(hay, needle, 1);
}
