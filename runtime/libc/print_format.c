/* The reading of a printf format: flags, width, precision, size, and the
 * dispatch to the conversions. Arguments come from the list, or, when the
 * format numbers them (%1$d), from an array that was filled from it. */

/* The size of an argument, as its modifier says. */
enum ep_length { EP_CHAR, EP_SHORT, EP_INT, EP_LONG, EP_LLONG, EP_LDOUBLE };

/* An argument as the list gave it. */
union ep_value {
    int as_int;
    long as_long;
    long long as_long_long;
    double as_double;
    long double as_long_double;
    void *as_pointer;
};

/* `va_list` is an array on x86-64: a struct makes it an object everywhere. */
struct ep_arguments {
    va_list list;
    const union ep_value *numbered; /* NULL: take the next of the list */
    int at;                         /* which of `numbered` is next */
};

#define EP_ARGUMENT(name, type)                                                                    \
    static type ep_next_##name(struct ep_arguments *a) {                                           \
        return a->numbered != NULL ? a->numbered[a->at].as_##name : va_arg(a->list, type);         \
    }

typedef long long ep_long_long;
typedef long double ep_long_double;
typedef void *ep_pointer;
EP_ARGUMENT(int, int)
EP_ARGUMENT(long, long)
EP_ARGUMENT(long_long, ep_long_long)
EP_ARGUMENT(double, double)
EP_ARGUMENT(long_double, ep_long_double)
EP_ARGUMENT(pointer, ep_pointer)

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
        return (signed char)ep_next_int(a);
    case EP_SHORT:
        return (short)ep_next_int(a);
    case EP_INT:
        return ep_next_int(a);
    case EP_LONG:
        return ep_next_long(a);
    default:
        return ep_next_long_long(a);
    }
}

static ep_u64 ep_unsigned_argument(struct ep_arguments *a, enum ep_length length) {
    switch (length) {
    case EP_CHAR:
        return (unsigned char)ep_next_int(a);
    case EP_SHORT:
        return (unsigned short)ep_next_int(a);
    case EP_INT:
        return (unsigned)ep_next_int(a);
    case EP_LONG:
        return (unsigned long)ep_next_long(a);
    default:
        return (ep_u64)ep_next_long_long(a);
    }
}

static int ep_is_narrow(enum ep_length length) {
    return length <= EP_INT || (length == EP_LONG && sizeof(long) == 4);
}

static void ep_store_count(struct ep_arguments *a, enum ep_length length, size_t count) {
    switch (length) {
    case EP_CHAR:
        *(signed char *)ep_next_pointer(a) = (signed char)count;
        break;
    case EP_SHORT:
        *(short *)ep_next_pointer(a) = (short)count;
        break;
    case EP_INT:
        *(int *)ep_next_pointer(a) = (int)count;
        break;
    case EP_LONG:
        *(long *)ep_next_pointer(a) = (long)count;
        break;
    default:
        *(long long *)ep_next_pointer(a) = (long long)count;
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
        void *pointer = ep_next_pointer(a);
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
            int32_t wide = ep_next_int(a);
            if (wide < 0 || wide > 127) {
                ep_errno = EP_EILSEQ;
                return 0;
            }
            c = (char)wide;
        } else {
            c = (char)ep_next_int(a);
        }
        ep_print_text(o, spec, &c, 1);
        return 1;
    case 's':
    case 'S':
        if (length == EP_LONG || spec->letter == 'S') {
            if (ep_print_wide(o, spec, (const int32_t *)ep_next_pointer(a)))
                return 1;
            ep_errno = EP_EILSEQ;
            return 0;
        }
        ep_print_string(o, spec, (const char *)ep_next_pointer(a));
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
            ep_print_extended(o, spec, ep_next_long_double(a));
        else
            ep_print_double(o, spec, ep_next_double(a));
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

/* A number and `$` after it: the place of an argument in the list, from 1. 0
 * and nothing is read when the format has none here. */
static int ep_read_place(const char **format) {
    const char *f = *format;
    int place = ep_read_number(&f);
    if (f == *format || *f != '$')
        return 0;
    *format = f + 1;
    return place;
}

/* A conversion as the format has it, before any argument is read. */
struct ep_conversion {
    struct ep_spec spec;
    enum ep_length length;
    int width_star, precision_star;              /* given by an argument */
    int place, width_place, precision_place; /* 0: the next one */
};

/* Reads what follows a %. */
static void ep_read_conversion(const char **format, struct ep_conversion *c) {
    const char *f = *format;
    c->spec.precision = -1;
    c->place = ep_read_place(&f);
    ep_read_flags(&f, &c->spec);
    if (*f == '*') {
        f++;
        c->width_star = 1;
        c->width_place = ep_read_place(&f);
    } else {
        c->spec.width = ep_read_number(&f);
    }
    if (*f == '.') {
        f++;
        if (*f == '*') {
            f++;
            c->precision_star = 1;
            c->precision_place = ep_read_place(&f);
        } else {
            c->spec.precision = ep_read_number(&f);
            if (c->spec.precision < 0)
                c->spec.width = -1;
        }
    }
    c->length = ep_read_length(&f);
    c->spec.letter = *f;
    *format = f;
}

/* The arguments that a format can number. */
#define EP_NUMBERED 32

enum ep_taken {
    EP_TAKE_NONE,
    EP_TAKE_INT,
    EP_TAKE_LONG,
    EP_TAKE_LLONG,
    EP_TAKE_DOUBLE,
    EP_TAKE_LDOUBLE,
    EP_TAKE_POINTER
};

/* The type that a conversion takes from the list. */
static enum ep_taken ep_taken_by(const struct ep_conversion *c) {
    switch (c->spec.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        if (c->length <= EP_INT)
            return EP_TAKE_INT;
        return c->length == EP_LONG ? EP_TAKE_LONG : EP_TAKE_LLONG;
    case 'c':
    case 'C':
        return EP_TAKE_INT;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return c->length == EP_LDOUBLE ? EP_TAKE_LDOUBLE : EP_TAKE_DOUBLE;
    case 's':
    case 'S':
    case 'p':
    case 'n':
        return EP_TAKE_POINTER;
    default:
        return EP_TAKE_NONE;
    }
}

static void ep_want(enum ep_taken *kinds, int *count, int place, enum ep_taken kind) {
    if (kind == EP_TAKE_NONE)
        return;
    if (place < 1 || place > EP_NUMBERED)
        __ep_unsupported("a format that numbers some arguments only, or more than 32");
    kinds[place - 1] = kind;
    *count = place > *count ? place : *count;
}

/* Whether the format numbers its arguments: then all are read into `values`,
 * in the order of the list. */
static int ep_collect(const char *format, struct ep_arguments *a, union ep_value *values) {
    enum ep_taken kinds[EP_NUMBERED] = {EP_TAKE_NONE};
    int count = 0, numbered = 0;
    for (const char *f = format; *f != 0;) {
        if (*f++ != '%')
            continue;
        struct ep_conversion c = {.place = 0};
        ep_read_conversion(&f, &c);
        numbered |= c.place > 0;
        if (!numbered && ep_taken_by(&c) != EP_TAKE_NONE)
            return 0;
        if (c.width_star)
            ep_want(kinds, &count, c.width_place, EP_TAKE_INT);
        if (c.precision_star)
            ep_want(kinds, &count, c.precision_place, EP_TAKE_INT);
        ep_want(kinds, &count, c.place, ep_taken_by(&c));
        f += *f != 0;
    }
    for (int i = 0; i < count; i++) {
        switch (kinds[i]) {
        case EP_TAKE_LONG:
            values[i].as_long = va_arg(a->list, long);
            break;
        case EP_TAKE_LLONG:
            values[i].as_long_long = va_arg(a->list, long long);
            break;
        case EP_TAKE_DOUBLE:
            values[i].as_double = va_arg(a->list, double);
            break;
        case EP_TAKE_LDOUBLE:
            values[i].as_long_double = va_arg(a->list, long double);
            break;
        case EP_TAKE_POINTER:
            values[i].as_pointer = va_arg(a->list, void *);
            break;
        default:
            /* A place that no conversion names is read as an int. */
            values[i].as_int = va_arg(a->list, int);
            break;
        }
    }
    return numbered;
}

/* The argument of a `*`. */
static int ep_star(struct ep_arguments *a, int place) {
    a->at = place - 1;
    return ep_next_int(a);
}

/* Prints everything; the result of the printf function, or -1. */
static int ep_print(struct ep_out *o, const char *format, struct ep_arguments *a) {
    union ep_value values[EP_NUMBERED];
    const char *f = format;
    a->numbered = ep_collect(format, a, values) ? values : NULL;
    for (;;) {
        const char *plain = f;
        while (*f != 0 && *f != '%')
            f++;
        if (f != plain)
            ep_emit(o, plain, 0, (size_t)(f - plain));
        if (*f == 0)
            break;
        const char *start = f++;
        struct ep_conversion c = {.place = 0};
        ep_read_conversion(&f, &c);
        if (c.width_star) {
            int width = ep_star(a, c.width_place);
            c.spec.left |= width < 0;
            c.spec.width = width < 0 ? (int)(0u - (unsigned)width) : width;
        }
        if (c.precision_star) {
            int precision = ep_star(a, c.precision_place);
            c.spec.precision = precision < 0 ? -1 : precision;
        }
        if (c.spec.width < 0) {
            ep_errno = EP_EOVERFLOW;
            return -1;
        }
        if (*f == 0) {
            /* The format ends inside a conversion. */
            ep_errno = EP_EINVAL;
            return -1;
        }
        f++;
        a->at = c.place - 1;
        if (!ep_convert_argument(o, &c.spec, c.length, a, start, f) || o->failed)
            return -1;
    }
    if (o->failed)
        return -1;
    ep_errno = o->count > INT_MAX ? EP_EOVERFLOW : ep_errno;
    return o->count > INT_MAX ? -1 : (int)o->count;
}
