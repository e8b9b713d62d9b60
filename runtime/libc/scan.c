/* The scanf engine, after glibc: one character of look-ahead, a number is
 * what the characters say until one does not fit. A wide character is an
 * ASCII byte, as in the C locale. */

struct ep_in {
    FILE *file; /* NULL: the text */
    const char *text;
    int count; /* characters consumed */
};

static int ep_next(struct ep_in *in) {
    int c = EOF;
    if (in->file != NULL)
        c = ep_getc(in->file);
    else if (*in->text != 0)
        c = (ep_byte)*in->text++;
    in->count += c != EOF;
    return c;
}

static void ep_back(struct ep_in *in, int c) {
    if (c == EOF)
        return;
    in->count--;
    if (in->file != NULL)
        ep_ungetc(c, in->file);
    else
        in->text--;
}

static void ep_skip_space(struct ep_in *in) {
    int c;
    do
        c = ep_next(in);
    while (ep_isspace(c));
    ep_back(in, c);
}

/* How a conversion ended: stored, not matching, or at the end of the input
 * before anything could match; or a byte is no character, or there is no
 * memory for %m. */
enum ep_scanned { EP_MATCHED, EP_MISMATCH, EP_END, EP_NO_CHARACTER, EP_NO_MEMORY };

struct ep_wish {
    int suppress;
    int place;    /* the number of the argument; 0: the next one */
    int allocate; /* %m: the text goes into a block of its own */
    int width; /* -1: none */
    enum ep_length length;
    char letter;
    const char *set, *set_end; /* of %[ */
};

/* One more character of a field: false when its width is used up. */
static int ep_take(struct ep_in *in, int *width, int *c) {
    if (*width == 0)
        return 0;
    *width -= *width > 0;
    *c = ep_next(in);
    return *c != EOF;
}

static void ep_store_integer(struct ep_arguments *a, enum ep_length length, ep_u64 value) {
    switch (length) {
    case EP_CHAR:
        *(char *)ep_next_pointer(a) = (char)value;
        break;
    case EP_SHORT:
        *(short *)ep_next_pointer(a) = (short)value;
        break;
    case EP_INT:
        *(int *)ep_next_pointer(a) = (int)value;
        break;
    case EP_LONG:
        *(long *)ep_next_pointer(a) = (long)value;
        break;
    default:
        *(long long *)ep_next_pointer(a) = (long long)value;
        break;
    }
}

static int ep_base(char letter) {
    switch (letter) {
    case 'i':
        return 0;
    case 'o':
        return 8;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    default:
        return 10;
    }
}

/* After "(" of a pointer: whether "nil)" follows. */
static int ep_scan_nil(struct ep_in *in, int *c) {
    for (const char *expected = "nil)"; *expected != 0; expected++) {
        *c = ep_next(in);
        if (*c == EOF || (*c | 32) != (*expected | 32))
            return 0;
    }
    return 1;
}

static enum ep_scanned ep_scan_integer(struct ep_in *in, const struct ep_wish *wish,
                                       struct ep_arguments *a) {
    enum ep_length length = wish->letter == 'p' ? EP_LONG : wish->length;
    int is_signed = wish->letter == 'd' || wish->letter == 'i';
    const struct ep_number *kind = length >= EP_LLONG ? (is_signed ? &ep_llong : &ep_ullong)
                                                      : (is_signed ? &ep_long : &ep_ulong);
    int base = ep_base(wish->letter), width = wish->width, digits = 0;
    int c = ep_next(in);
    if (c == EOF)
        return EP_END;
    int negative = c == '-';
    int sign = negative || c == '+';
    if (sign) {
        width -= width > 0;
        c = ep_next(in);
    }
    if (width != 0 && c == '0') {
        width -= width > 0;
        digits++;
        c = ep_next(in);
        if (width != 0 && (c | 32) == 'x' && c != EOF) {
            base = base == 0 ? 16 : base;
            if (base == 16) {
                width -= width > 0;
                c = ep_next(in);
            }
        } else if (base == 0) {
            base = 8;
        }
    }
    base = base == 0 ? 10 : base;
    struct ep_sum sum = ep_sum_begin(base, negative, kind);
    while (c != EOF && width != 0) {
        unsigned digit = ep_digit((char)c, base);
        if (digit >= (unsigned)base)
            break;
        ep_sum_digit(&sum, digit);
        digits++;
        width -= width > 0;
        c = ep_next(in);
    }
    ep_u64 value;
    if (digits > 0) {
        ep_back(in, c);
        value = ep_sum_end(&sum, negative, kind);
    } else if (wish->letter == 'p' && !sign && (width < 0 || width >= 5) && c == '(' &&
               ep_scan_nil(in, &c)) {
        value = 0;
    } else {
        ep_back(in, c);
        return EP_MISMATCH;
    }
    if (!wish->suppress)
        ep_store_integer(a, length, value);
    return EP_MATCHED;
}

/* The characters of a floating-point number. */
#define EP_FLOAT_CHARS 1024

struct ep_float_text {
    char text[EP_FLOAT_CHARS];
    int size;
};

static void ep_keep(struct ep_float_text *t, int c) {
    if (t->size == EP_FLOAT_CHARS - 1)
        __ep_unsupported("scanf of a floating-point number of more than 1023 characters");
    t->text[t->size++] = (char)c;
}

/* Takes exactly the rest of a word. */
static int ep_scan_word(struct ep_in *in, struct ep_float_text *t, int *width, const char *word) {
    for (; *word != 0; word++) {
        int c;
        if (!ep_take(in, width, &c))
            return 0;
        if ((c | 32) != *word) {
            /* glibc gives back none of a wrong word's characters. */
            return 0;
        }
        ep_keep(t, c);
    }
    return 1;
}

/* The number's text; false when there is none. */
static int ep_scan_float_text(struct ep_in *in, struct ep_float_text *t, int width, int c) {
    width -= width > 0;
    int sign = c == '-' || c == '+';
    if (sign) {
        ep_keep(t, c);
        if (!ep_take(in, &width, &c))
            return 0;
    }
    if ((c | 32) == 'n') {
        ep_keep(t, c);
        return ep_scan_word(in, t, &width, "an");
    }
    if ((c | 32) == 'i') {
        ep_keep(t, c);
        if (!ep_scan_word(in, t, &width, "nf"))
            return 0;
        if (!ep_take(in, &width, &c))
            return 1;
        if ((c | 32) != 'i') {
            ep_back(in, c);
            return 1;
        }
        ep_keep(t, c);
        return ep_scan_word(in, t, &width, "nity");
    }
    int hex = 0, got_digit = 0, got_point = 0, got_exponent = 0;
    if (width != 0 && c == '0') {
        ep_keep(t, c);
        c = ep_next(in);
        width -= width > 0;
        if (width != 0 && (c | 32) == 'x' && c != EOF) {
            ep_keep(t, c);
            hex = 1;
            c = ep_next(in);
            width -= width > 0;
        } else {
            got_digit = 1;
        }
    }
    char letter = hex ? 'p' : 'e';
    do {
        if (ep_isdigit(c) || (hex && !got_exponent && c != EOF && ep_digit((char)c, 16) < 16)) {
            ep_keep(t, c);
            got_digit = 1;
        } else if (got_exponent && t->text[t->size - 1] == letter && (c == '-' || c == '+')) {
            ep_keep(t, c);
        } else if (got_digit && !got_exponent && c != EOF && (c | 32) == letter) {
            ep_keep(t, letter);
            got_exponent = got_point = 1;
        } else if (c == '.' && !got_point) {
            ep_keep(t, c);
            got_point = 1;
        } else {
            ep_back(in, c);
            break;
        }
    } while (ep_take(in, &width, &c));
    return t->size > sign + (hex ? 2 : 0);
}

static enum ep_scanned ep_scan_float(struct ep_in *in, const struct ep_wish *wish,
                                     struct ep_arguments *a) {
    struct ep_float_text t = {.size = 0};
    int c = ep_next(in);
    if (c == EOF)
        return EP_END;
    if (!ep_scan_float_text(in, &t, wish->width, c))
        return EP_MISMATCH;
    t.text[t.size] = 0;
    char *end;
    if (wish->length >= EP_LLONG) {
        long double value = ep_strtold(t.text, &end);
        if (end != t.text && !wish->suppress)
            *(long double *)ep_next_pointer(a) = value;
    } else if (wish->length == EP_LONG) {
        double value = ep_strtod(t.text, &end);
        if (end != t.text && !wish->suppress)
            *(double *)ep_next_pointer(a) = value;
    } else {
        float value = ep_strtof(t.text, &end);
        if (end != t.text && !wish->suppress)
            *(float *)ep_next_pointer(a) = value;
    }
    return end == t.text ? EP_MISMATCH : EP_MATCHED;
}

/* Whether `c` is in the text between the brackets. Folded without branches
 * on `c`. */
static int ep_in_scanset(int c, const char *set, const char *end) {
    int inverted = *set == '^';
    int found = 0;
    const char *s = set + inverted;
    for (const char *p = s; p < end; p++) {
        int is_range = p > s && *p == '-' && p + 1 < end && (ep_byte)p[-1] <= (ep_byte)p[1];
        if (is_range)
            found |= (c >= (ep_byte)p[-1]) & (c < (ep_byte)p[1]);
        else
            found |= c == (ep_byte)*p;
    }
    return found ^ inverted;
}

/* Where the characters of %c, %s and %[ go. */
struct ep_chars {
    void *to;       /* NULL: nowhere */
    void **block;   /* of %m: where its address goes */
    int wide;
    int text;       /* a zero follows */
    size_t size, room;
};

/* What %m makes begins and grows as glibc's does, since it counts. */
static enum ep_scanned ep_chars_grow(struct ep_chars *t) {
    size_t room = 2 * t->room;
    void *larger = realloc(t->to, room * (t->wide ? sizeof(int32_t) : 1));
    if (larger == NULL)
        return EP_NO_MEMORY;
    t->to = larger;
    t->room = room;
    return EP_MATCHED;
}

/* Stores one more character. */
static enum ep_scanned ep_chars_add(struct ep_chars *t, int c) {
    if (t->wide && c > 127)
        return EP_NO_CHARACTER;
    if (t->to == NULL)
        return EP_MATCHED;
    if (t->block != NULL && t->size == t->room && ep_chars_grow(t) != EP_MATCHED)
        return EP_NO_MEMORY;
    if (t->wide)
        ((int32_t *)t->to)[t->size] = c;
    else
        ((char *)t->to)[t->size] = (char)c;
    t->size++;
    if (t->block != NULL && t->text && t->size == t->room)
        return ep_chars_grow(t);
    return EP_MATCHED;
}

/* %c, %s and %[. */
static enum ep_scanned ep_scan_chars(struct ep_in *in, const struct ep_wish *wish,
                                     struct ep_arguments *a) {
    struct ep_chars t = {.wide = wish->length == EP_LONG || wish->letter == 'C' ||
                                wish->letter == 'S'};
    size_t unit = t.wide ? sizeof(int32_t) : 1;
    int one_word = wish->letter == 's' || wish->letter == 'S';
    int counted = wish->letter == 'c' || wish->letter == 'C';
    t.text = !counted;
    if (!wish->suppress) {
        t.to = ep_next_pointer(a);
        if (wish->allocate) {
            t.block = t.to;
            t.room = !counted ? 100 : wish->width < 1 ? 1 : wish->width > 1024 ? 1024 : (size_t)wish->width;
            t.to = malloc(t.room * unit);
            *t.block = t.to;
            if (t.to == NULL)
                return EP_NO_MEMORY;
        }
    }
    int width = wish->width, n = 0;
    if (counted && width < 0)
        width = 1;
    enum ep_scanned result = EP_MATCHED;
    int c = ep_next(in);
    if (c == EOF)
        result = EP_END;
    while (result == EP_MATCHED) {
        int fits = 1;
        if (!counted)
            fits = one_word ? !ep_isspace(c) : ep_in_scanset(c, wish->set, wish->set_end);
        if (!fits) {
            ep_back(in, c);
            break;
        }
        result = ep_chars_add(&t, c);
        n++;
        if (result != EP_MATCHED || n == width)
            break;
        c = ep_next(in);
        if (c == EOF)
            break;
    }
    if (n == 0 && result == EP_MATCHED)
        result = EP_MISMATCH;
    if (result == EP_MATCHED && t.to != NULL && !counted) {
        t.text = 0;
        result = ep_chars_add(&t, 0);
    }
    if (t.block != NULL) {
        if (result == EP_MATCHED && t.size == t.room) {
            *t.block = t.to;
        } else if (result == EP_MATCHED) {
            void *block = realloc(t.to, t.size * unit);
            *t.block = block != NULL ? block : t.to;
        } else {
            free(t.to);
            *t.block = NULL;
        }
    }
    return result;
}

/* Reads a wish after its %; false when the format is broken. */
static int ep_read_wish(const char **format, struct ep_wish *wish) {
    const char *f = *format;
    wish->place = ep_read_place(&f);
    for (; *f == '*' || *f == '\'' || *f == 'I'; f++)
        wish->suppress |= *f == '*';
    wish->width = ep_read_number(&f);
    wish->width = wish->width == 0 ? -1 : wish->width;
    wish->allocate = *f == 'm';
    f += wish->allocate;
    wish->length = ep_read_length(&f);
    wish->letter = *f;
    if (*f == 0)
        return 0;
    f++;
    if (wish->letter == '[') {
        wish->set = f;
        f += *f == '^';
        f += *f == ']' || *f == '-';
        while (*f != 0 && *f != ']')
            f++;
        wish->set_end = f;
        if (*f == 0)
            return 0;
        f++;
    }
    *format = f;
    return 1;
}

static enum ep_scanned ep_scan_one(struct ep_in *in, const struct ep_wish *wish,
                                   struct ep_arguments *a) {
    if (wish->letter != 'c' && wish->letter != 'C' && wish->letter != '[' && wish->letter != 'n')
        ep_skip_space(in);
    switch (wish->letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p':
        return ep_scan_integer(in, wish, a);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return ep_scan_float(in, wish, a);
    case 'c':
    case 's':
    case '[':
    case 'C':
    case 'S':
        return ep_scan_chars(in, wish, a);
    case 'n':
        if (!wish->suppress)
            ep_store_integer(a, wish->length, (ep_u64)in->count);
        return EP_MATCHED;
    case '%': {
        int c = ep_next(in);
        if (c == EOF)
            return EP_END;
        if (c == '%')
            return EP_MATCHED;
        ep_back(in, c);
        return EP_MISMATCH;
    }
    default:
        return EP_MISMATCH;
    }
}

/* Whether the format numbers its arguments: then all are read, which are
 * pointers. */
static int ep_scan_collect(const char *format, struct ep_arguments *a, union ep_value *values) {
    int count = 0;
    for (const char *f = format; *f != 0;) {
        if (*f++ != '%')
            continue;
        struct ep_wish wish = {.letter = 0};
        if (!ep_read_wish(&f, &wish))
            break;
        if (wish.suppress || wish.letter == '%')
            continue;
        if (count == 0 && wish.place == 0)
            return 0;
        if (wish.place < 1 || wish.place > EP_NUMBERED)
            __ep_unsupported("a format that numbers some arguments only, or more than 32");
        count = wish.place > count ? wish.place : count;
    }
    for (int i = 0; i < count; i++)
        values[i].as_pointer = va_arg(a->list, void *);
    return count > 0;
}

/* The number of stored values, or EOF. */
static int ep_scan(struct ep_in *in, const char *format, struct ep_arguments *a) {
    union ep_value values[EP_NUMBERED];
    int stored = 0;
    a->numbered = ep_scan_collect(format, a, values) ? values : NULL;
    for (const char *f = format; *f != 0;) {
        if (ep_isspace((ep_byte)*f)) {
            ep_skip_space(in);
            f++;
            continue;
        }
        enum ep_scanned result;
        struct ep_wish wish = {.letter = 0};
        if (*f != '%') {
            int c = ep_next(in);
            result = c == EOF ? EP_END : c == (ep_byte)*f ? EP_MATCHED : EP_MISMATCH;
            if (result == EP_MISMATCH)
                ep_back(in, c);
            f++;
        } else {
            f++;
            if (!ep_read_wish(&f, &wish))
                return stored;
            a->at = wish.place - 1;
            result = ep_scan_one(in, &wish, a);
            int counts = !wish.suppress && wish.letter != 'n' && wish.letter != '%';
            stored += result == EP_MATCHED && counts;
        }
        if (result == EP_MISMATCH)
            return stored;
        if (result == EP_NO_CHARACTER) {
            ep_errno = EP_EILSEQ;
            return stored;
        }
        if (result == EP_NO_MEMORY)
            ep_errno = EP_ENOMEM;
        if (result == EP_END || result == EP_NO_MEMORY)
            return stored > 0 ? stored : EOF;
    }
    return stored;
}
