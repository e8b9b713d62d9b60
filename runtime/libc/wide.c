/* Wide characters and names of the C locale, where a character is an ASCII
 * byte, and error, which GNU programs print their messages with. */

typedef unsigned ep_wint;

/* What is pending in a conversion: nothing ever is. */
int mbsinit(const void *state) {
    return state == NULL || *(const int *)state == 0;
}

size_t mbrtowc(int32_t *to, const char *s, size_t n, void *state) {
    (void)state;
    if (s == NULL)
        return 0;
    if (n == 0)
        return (size_t)-2;
    ep_byte byte = (ep_byte)*s;
    if (byte > 127) {
        ep_errno = EP_EILSEQ;
        return (size_t)-1;
    }
    if (to != NULL)
        *to = byte;
    return byte != 0;
}

size_t wcrtomb(char *to, int32_t c, void *state) {
    (void)state;
    if (to == NULL)
        return 1;
    if (c < 0 || c > 127) {
        ep_errno = EP_EILSEQ;
        return (size_t)-1;
    }
    *to = (char)c;
    return 1;
}

ep_wint btowc(int c) {
    return c >= 0 && c <= 127 ? (ep_wint)c : (ep_wint)-1;
}

int wctob(ep_wint c) {
    return c <= 127 ? (int)c : EOF;
}

size_t wcslen(const int32_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int wcwidth(int32_t c) {
    return c == 0 ? 0 : ep_between(c, ' ', '~') ? 1 : -1;
}

int iswprint(ep_wint c) {
    return c <= 127 && ep_between((int)c, ' ', '~') ? EP_PRINT : 0;
}

int iswspace(ep_wint c) {
    return c <= 127 && ep_isspace((int)c) ? EP_SPACE : 0;
}

int iswalpha(ep_wint c) {
    return c <= 127 && ep_isalpha((int)c) ? EP_ALPHA : 0;
}

int iswdigit(ep_wint c) {
    return c <= 127 && ep_isdigit((int)c) ? EP_DIGIT : 0;
}

int iswalnum(ep_wint c) {
    return c <= 127 && (ep_isalpha((int)c) | ep_isdigit((int)c)) ? EP_ALNUM : 0;
}

ep_wint towlower(ep_wint c) {
    return c <= 127 && ep_between((int)c, 'A', 'Z') ? c + 32 : c;
}

ep_wint towupper(ep_wint c) {
    return c <= 127 && ep_between((int)c, 'a', 'z') ? c - 32 : c;
}

/* The numbers are glibc's; others than these have not come up. */
char *nl_langinfo(int item) {
    switch (item) {
    case 14: /* CODESET */
        return "ANSI_X3.4-1968";
    case 0x10000: /* RADIXCHAR */
        return ".";
    case 0x10001: /* THOUSEP */
        return "";
    case 0x50000:
        return "^[yY]";
    case 0x50001:
        return "^[nN]";
    default:
        __ep_unsupported("nl_langinfo of this item");
    }
}

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";

void error(int status, int number, const char *format, ...) {
    ep_fputs(program_invocation_name, stderr);
    ep_fputs(": ", stderr);
    va_list list;
    va_start(list, format);
    ep_vfprintf(stderr, format, list);
    va_end(list);
    if (number != 0) {
        char buffer[32];
        ep_fputs(": ", stderr);
        ep_fputs(ep_strerror(number, buffer), stderr);
    }
    ep_putc('\n', stderr);
    if (status != 0)
        ep_exit(status);
}
