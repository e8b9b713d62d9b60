/* libgen.h, and the basename of string.h that GNU has: both in place, as glibc
 * 2.36 does it, one pass over the path. */

static char *ep_last_slash(const char *path, const char *end) {
    while (end > path)
        if (*--end == '/')
            return (char *)end;
    return NULL;
}

static const char *ep_end_of(const char *s) {
    while (*s != '\0')
        s++;
    return s;
}

/* Before the slashes that end at `p`. */
static char *ep_before_slashes(const char *path, char *p) {
    while (p != path && p[-1] == '/')
        p--;
    return p;
}

char *basename(const char *path) {
    char *slash = ep_last_slash(path, ep_end_of(path));
    return slash != NULL ? slash + 1 : (char *)path;
}

char *__xpg_basename(char *path) {
    if (path == NULL || path[0] == '\0')
        return ".";
    char *p = ep_last_slash(path, ep_end_of(path));
    if (p == NULL)
        return path;
    if (p[1] != '\0')
        return p + 1;
    char *last = p;
    p = ep_before_slashes(path, p);
    if (p == path)
        return last;
    *p-- = '\0';
    while (p != path && p[-1] != '/')
        p--;
    return p;
}

char *dirname(char *path) {
    char *slash = path != NULL ? ep_last_slash(path, ep_end_of(path)) : NULL;
    if (slash != NULL && slash != path && slash[1] == '\0') {
        char *name = ep_before_slashes(path, slash);
        if (name != path)
            slash = ep_last_slash(path, name);
    }
    if (slash == NULL)
        return ".";
    char *end = ep_before_slashes(path, slash);
    /* Two slashes at the beginning stay two. */
    if (end == path)
        end = slash == path + 1 ? slash + 1 : path + 1;
    *end = '\0';
    return path;
}
