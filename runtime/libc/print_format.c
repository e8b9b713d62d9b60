/* The reading of a printf format: flags, width, precision, size, and the
 * dispatch to the conversions. Numbered arguments (%1$d) are not supported. */

/* The size of an argument, as its modifier says. */
enum ep_length { EP_CHAR, EP_SHORT, EP_INT, EP_LONG, EP_LLONG, EP_LDOUBLE };

/* `va_list` is an array on x86-64: a struct makes it an object everywhere. */
struct ep_arguments {
    va_list list;
};

/* Reads hh h l ll q L j z Z t. */
static enum ep_length ep_read_length(const char **format) {
    const char *f = *format;
    enum ep_length length = EP_INT;
    switch (*f) {
    case 'h':
        length = EP_SHORT;
        if (*++f == 'h') {
            length = EP_CHAR;
            f++;
        }
        break;
    case 'l':
        length = EP_LONG;
        if (*++f == 'l') {
            length = EP_LLONG;
            f++;
        }
        break;
    case 'q':
    case 'j':
        length = EP_LLONG;
        f++;
        break;
    case 'L':
        length = EP_LDOUBLE;
        f++;
        break;
    case 'z':
    case 'Z':
    case 't':
        length = EP_LONG;
        f++;
        break;
    }
    *format = f;
    return length;
}

static long long ep_signed_argument(struct ep_arguments *a, enum ep_length length) {
    switch (length) {
    case EP_CHAR:
        return (signed char)va_arg(a->list, int);
    case EP_SHORT:
        return (short)va_arg(a->list, int);
    case EP_INT:
        return va_arg(a->list, int);
    case EP_LONG:
        return va_arg(a->list, long);
    default:
        return va_arg(a->list, long long);
    }
}

static ep_u64 ep_unsigned_argument(struct ep_arguments *a, enum ep_length length) {
    switch (length) {
    case EP_CHAR:
        return (unsigned char)va_arg(a->list, unsigned);
    case EP_SHORT:
        return (unsigned short)va_arg(a->list, unsigned);
    case EP_INT:
        return va_arg(a->list, unsigned);
    case EP_LONG:
        return va_arg(a->list, unsigned long);
    default:
        return va_arg(a->list, unsigned long long);
    }
}

static int ep_is_narrow(enum ep_length length) {
    return length <= EP_INT || (length == EP_LONG && sizeof(long) == 4);
}

static void ep_store_count(struct ep_arguments *a, enum ep_length length, size_t count) {
    switch (length) {
    case EP_CHAR:
        *va_arg(a->list, signed char *) = (signed char)count;
        break;
    case EP_SHORT:
        *va_arg(a->list, short *) = (short)count;
        break;
    case EP_INT:
        *va_arg(a->list, int *) = (int)count;
        break;
    case EP_LONG:
        *va_arg(a->list, long *) = (long)count;
        break;
    default:
        *va_arg(a->list, long long *) = (long long)count;
        break;
    }
}

/* One conversion; `start` is at its %. Returns whether it could be done. */
static int ep_convert_argument(struct ep_out *o, struct ep_spec *spec, enum ep_length length,
                               struct ep_arguments *a, const char *start, const char *end) {
    char c;
    switch (spec->letter) {
    case 'd':
    case 'i': {
        int narrow = ep_is_narrow(length);
        long long value = ep_signed_argument(a, length);
        int negative = value < 0;
        /* A narrow magnitude in 32 bits keeps the formulas small. */
        ep_u64 magnitude = negative ? 0 - (ep_u64)value : (ep_u64)value;
        if (narrow) {
            uint32_t low = (uint32_t)value;
            magnitude = negative ? 0 - low : low;
        }
        ep_print_integer(o, spec, magnitude, negative, narrow);
        return 1;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        ep_print_integer(o, spec, ep_unsigned_argument(a, length), 0, ep_is_narrow(length));
        return 1;
    case 'p': {
        void *pointer = va_arg(a->list, void *);
        if (pointer == NULL) {
            ep_print_text(o, spec, "(nil)", 5);
            return 1;
        }
        spec->alt = 1;
        ep_print_integer(o, spec, (uintptr_t)pointer, 0, sizeof(void *) == 4);
        return 1;
    }
    case 'c':
    case 'C':
        if (length == EP_LONG || spec->letter == 'C') {
            int32_t wide = va_arg(a->list, int32_t);
            if (wide < 0 || wide > 127) {
                ep_errno = EP_EILSEQ;
                return 0;
            }
            c = (char)wide;
        } else {
            c = (char)va_arg(a->list, int);
        }
        ep_print_text(o, spec, &c, 1);
        return 1;
    case 's':
    case 'S':
        if (length == EP_LONG || spec->letter == 'S') {
            if (ep_print_wide(o, spec, va_arg(a->list, const int32_t *)))
                return 1;
            ep_errno = EP_EILSEQ;
            return 0;
        }
        ep_print_string(o, spec, va_arg(a->list, const char *));
        return 1;
    case 'm': {
        char buffer[32];
        ep_print_string(o, spec, ep_strerror(ep_errno, buffer));
        return 1;
    }
    case 'n':
        ep_store_count(a, length, o->count);
        return 1;
    case '%':
        ep_emit(o, "%", 0, 1);
        return 1;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (length == EP_LDOUBLE)
            ep_print_extended(o, spec, va_arg(a->list, long double));
        else
            ep_print_double(o, spec, va_arg(a->list, double));
        return 1;
    default:
        /* Not a conversion: glibc prints it as it stands. */
        ep_emit(o, start, 0, (size_t)(end - start));
        return 1;
    }
}

/* A number in the format; -1 when it does not fit. */
static int ep_read_number(const char **format) {
    int value = 0;
    for (; ep_isdigit((ep_byte)**format); ++*format) {
        if (value > (INT_MAX - 9) / 10)
            return -1;
        value = value * 10 + (**format - '0');
    }
    return value;
}

static void ep_read_flags(const char **format, struct ep_spec *spec) {
    for (;; ++*format) {
        switch (**format) {
        case '-':
            spec->left = 1;
            break;
        case '+':
            spec->plus = 1;
            break;
        case ' ':
            spec->space = 1;
            break;
        case '#':
            spec->alt = 1;
            break;
        case '0':
            spec->zero = 1;
            break;
        case '\'':
        case 'I':
            /* No groups and no other digits in the C locale. */
            break;
        default:
            return;
        }
    }
}

/* Prints everything; the result of the printf function, or -1. */
static int ep_print(struct ep_out *o, const char *format, struct ep_arguments *a) {
    const char *f = format;
    for (;;) {
        const char *plain = f;
        while (*f != 0 && *f != '%')
            f++;
        if (f != plain)
            ep_emit(o, plain, 0, (size_t)(f - plain));
        if (*f == 0)
            break;
        const char *start = f++;
        struct ep_spec spec = {.precision = -1};
        ep_read_flags(&f, &spec);
        if (*f == '*') {
            f++;
            int width = va_arg(a->list, int);
            spec.left |= width < 0;
            spec.width = width < 0 ? (int)(0u - (unsigned)width) : width;
        } else {
            spec.width = ep_read_number(&f);
        }
        if (*f == '$')
            __ep_unsupported("printf with numbered arguments");
        if (*f == '.') {
            f++;
            if (*f == '*') {
                f++;
                int precision = va_arg(a->list, int);
                spec.precision = precision < 0 ? -1 : precision;
            } else {
                spec.precision = ep_read_number(&f);
                if (spec.precision < 0)
                    spec.width = -1;
            }
        }
        if (spec.width < 0) {
            ep_errno = EP_EOVERFLOW;
            return -1;
        }
        enum ep_length length = ep_read_length(&f);
        spec.letter = *f;
        if (*f == 0) {
            /* The format ends inside a conversion. */
            ep_errno = EP_EINVAL;
            return -1;
        }
        f++;
        if (!ep_convert_argument(o, &spec, length, a, start, f) || o->failed)
            return -1;
    }
    if (o->failed)
        return -1;
    ep_errno = o->count > INT_MAX ? EP_EOVERFLOW : ep_errno;
    return o->count > INT_MAX ? -1 : (int)o->count;
}
