/* The scanf functions, under all names that glibc's headers give them. */

static int ep_vfscanf(FILE *file, const char *format, va_list list) {
    struct ep_in in = {.file = file};
    struct ep_arguments a;
    va_copy(a.list, list);
    int result = ep_scan(&in, format, &a);
    va_end(a.list);
    return result;
}

static int ep_vsscanf(const char *text, const char *format, va_list list) {
    struct ep_in in = {.text = text};
    struct ep_arguments a;
    va_copy(a.list, list);
    int result = ep_scan(&in, format, &a);
    va_end(a.list);
    return result;
}

#define EP_SCAN_FAMILY(prefix)                                                                     \
    int prefix##vfscanf(FILE *file, const char *format, va_list list) {                            \
        return ep_vfscanf(file, format, list);                                                     \
    }                                                                                              \
    int prefix##vscanf(const char *format, va_list list) {                                         \
        return ep_vfscanf(stdin, format, list);                                                    \
    }                                                                                              \
    int prefix##vsscanf(const char *text, const char *format, va_list list) {                      \
        return ep_vsscanf(text, format, list);                                                     \
    }                                                                                              \
    int prefix##fscanf(FILE *file, const char *format, ...) {                                      \
        EP_VARIADIC(ep_vfscanf(file, format, list));                                               \
    }                                                                                              \
    int prefix##scanf(const char *format, ...) {                                                   \
        EP_VARIADIC(ep_vfscanf(stdin, format, list));                                              \
    }                                                                                              \
    int prefix##sscanf(const char *text, const char *format, ...) {                                \
        EP_VARIADIC(ep_vsscanf(text, format, list));                                               \
    }

EP_SCAN_FAMILY()
EP_SCAN_FAMILY(__isoc99_)
EP_SCAN_FAMILY(__isoc23_)
