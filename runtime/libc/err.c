/* err.h, as BSD and glibc have it: the program's name, the message, and what
 * errno says for the forms without an x. Cost: that of fprintf. */

static void ep_err_line(int number, const char *format, va_list list) {
    ep_fputs(program_invocation_short_name, stderr);
    ep_fputs(": ", stderr);
    if (format != NULL)
        ep_vfprintf(stderr, format, list);
    if (number >= 0) {
        char buffer[32];
        if (format != NULL)
            ep_fputs(": ", stderr);
        ep_fputs(ep_strerror(number, buffer), stderr);
    }
    ep_putc('\n', stderr);
}

void vwarn(const char *format, va_list list) { ep_err_line(ep_errno, format, list); }

void vwarnx(const char *format, va_list list) { ep_err_line(-1, format, list); }

void verr(int status, const char *format, va_list list) {
    ep_err_line(ep_errno, format, list);
    ep_exit(status);
}

void verrx(int status, const char *format, va_list list) {
    ep_err_line(-1, format, list);
    ep_exit(status);
}

void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    ep_err_line(ep_errno, format, list);
    va_end(list);
}

void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    ep_err_line(-1, format, list);
    va_end(list);
}

void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    ep_err_line(ep_errno, format, list);
    va_end(list);
    ep_exit(status);
}

void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    ep_err_line(-1, format, list);
    va_end(list);
    ep_exit(status);
}
