/* The names behind _FORTIFY_SOURCE, for bitcode that was compiled with it.
 * The extra sizes are ignored: the engines check every access themselves. */

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
    (void)room;
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    (void)room;
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    (void)room;
    return memset(to, byte, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
    (void)room;
    memcpy(to, from, n);
    return (char *)to + n;
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    ep_stpcpy(to, from);
    return to;
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return ep_stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
    (void)room;
    ep_stpncpy(to, from, n);
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    (void)room;
    ep_stpcpy(to + ep_strlen(to), from);
    return to;
}

char *__fgets_chk(char *to, size_t room, int size, FILE *file) {
    (void)room;
    return ep_fgets(to, size, file);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file) {
    (void)room;
    return ep_fread(to, size, count, file);
}

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list list) {
    (void)flag;
    return ep_vfprintf(file, format, list);
}

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return ep_vfprintf(stdout, format, list);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list list) {
    (void)flag, (void)room;
    return ep_vsnprintf(to, size, format, list);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) {
    (void)flag, (void)room;
    return ep_vsnprintf(to, SIZE_MAX, format, list);
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    EP_VARIADIC(ep_vfprintf(stdout, format, list));
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
    (void)flag;
    EP_VARIADIC(ep_vfprintf(file, format, list));
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    EP_VARIADIC(ep_vsnprintf(to, size, format, list));
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    EP_VARIADIC(ep_vsnprintf(to, SIZE_MAX, format, list));
}
