/* The printf functions. */

static int ep_vfprintf(FILE *file, const char *format, va_list list) {
    struct ep_out o = {.file = file};
    struct ep_arguments a;
    va_copy(a.list, list);
    int result = ep_print(&o, format, &a);
    va_end(a.list);
    return result;
}

static int ep_vsnprintf(char *to, size_t size, const char *format, va_list list) {
    struct ep_out o = {.to = to, .limit = size > 0 ? size - 1 : 0};
    struct ep_arguments a;
    va_copy(a.list, list);
    int result = ep_print(&o, format, &a);
    va_end(a.list);
    if (size > 0)
        to[o.count < o.limit ? o.count : o.limit] = 0;
    return result;
}

static int ep_vasprintf(char **to, const char *format, va_list list) {
    int length = ep_vsnprintf(NULL, 0, format, list);
    if (length < 0)
        return -1;
    char *text = malloc((size_t)length + 1);
    if (text == NULL)
        return -1;
    *to = text;
    return ep_vsnprintf(text, (size_t)length + 1, format, list);
}

/* A stream for a plain descriptor. */
static int ep_vdprintf(int descriptor, const char *format, va_list list) {
    FILE file = {.descriptor = descriptor};
    return ep_vfprintf(&file, format, list);
}

#define EP_VARIADIC(call)                                                                          \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    int result = call;                                                                             \
    va_end(list);                                                                                  \
    return result

int vfprintf(FILE *file, const char *format, va_list list) {
    return ep_vfprintf(file, format, list);
}

int vprintf(const char *format, va_list list) {
    return ep_vfprintf(stdout, format, list);
}

int vsnprintf(char *to, size_t size, const char *format, va_list list) {
    return ep_vsnprintf(to, size, format, list);
}

int vsprintf(char *to, const char *format, va_list list) {
    return ep_vsnprintf(to, SIZE_MAX, format, list);
}

int vasprintf(char **to, const char *format, va_list list) {
    return ep_vasprintf(to, format, list);
}

int vdprintf(int descriptor, const char *format, va_list list) {
    return ep_vdprintf(descriptor, format, list);
}

int printf(const char *format, ...) {
    EP_VARIADIC(ep_vfprintf(stdout, format, list));
}

int fprintf(FILE *file, const char *format, ...) {
    EP_VARIADIC(ep_vfprintf(file, format, list));
}

int dprintf(int descriptor, const char *format, ...) {
    EP_VARIADIC(ep_vdprintf(descriptor, format, list));
}

int snprintf(char *to, size_t size, const char *format, ...) {
    EP_VARIADIC(ep_vsnprintf(to, size, format, list));
}

int sprintf(char *to, const char *format, ...) {
    EP_VARIADIC(ep_vsnprintf(to, SIZE_MAX, format, list));
}

int asprintf(char **to, const char *format, ...) {
    EP_VARIADIC(ep_vasprintf(to, format, list));
}
