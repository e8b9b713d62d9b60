/* strftime in the C locale, with glibc's flags (_ - 0 + ^ #), widths, and the
 * modifiers E and O, which change nothing here. Numbers are printed from
 * symbolic members digit by digit as the printf models do, so a path forks on
 * how many digits a number has. */

struct ep_when {
    char *to;
    size_t room, count; /* room includes the terminator */
    int full;
};

/* What stands between % and the letter. */
struct ep_field {
    char pad; /* '_', '-', '0', '+' or 0 */
    char modifier;
    int width; /* -1: none */
    int upper, lower, change;
};

static void ep_when_put(struct ep_when *o, char c) {
    if (o->count + 1 >= o->room)
        o->full = 1;
    if (!o->full && o->to != NULL)
        o->to[o->count] = c;
    o->count += !o->full;
}

static void ep_when_fill(struct ep_when *o, char c, int n) {
    for (; n > 0 && !o->full; n--)
        ep_when_put(o, c);
}

/* A text, right in its width. */
static void ep_when_text(struct ep_when *o, const struct ep_field *field, const char *s, int n) {
    ep_when_fill(o, field->pad == '0' || field->pad == '+' ? '0' : ' ', field->width - n);
    for (int i = 0; i < n; i++) {
        char c = s[i];
        int is_upper = (c >= 'A') & (c <= 'Z'), is_lower = (c >= 'a') & (c <= 'z');
        if (field->lower)
            c = (char)(c + (is_upper ? 32 : 0));
        else if (field->upper)
            c = (char)(c - (is_lower ? 32 : 0));
        ep_when_put(o, c);
    }
}

/* A number of at least `digits` digits. */
static void ep_when_number(struct ep_when *o, const struct ep_field *field, int digits, char pad,
                           long long value) {
    char text[24];
    int negative = value < 0, n = 0;
    ep_u64 rest = negative ? 0 - (ep_u64)value : (ep_u64)value;
    pad = field->pad != 0 ? field->pad : pad;
    do {
        text[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    digits = digits > field->width ? digits : field->width;
    int padding = pad == '-' ? 0 : digits - n - negative;
    if (pad == '_')
        ep_when_fill(o, ' ', padding);
    if (pad == '-')
        ep_when_fill(o, ' ', field->width - n - negative);
    if (negative)
        ep_when_put(o, '-');
    if (pad != '_')
        ep_when_fill(o, '0', padding);
    while (n > 0)
        ep_when_put(o, text[--n]);
}

/* %s: its field is one of a text. */
static void ep_when_seconds(struct ep_when *o, const struct ep_field *field, long long value) {
    char text[24];
    struct ep_when digits = {.to = text, .room = sizeof text};
    struct ep_field plain = {.width = -1};
    ep_when_number(&digits, &plain, 1, '0', value);
    ep_when_text(o, field, text, (int)digits.count);
}

/* The number of weeks that began before a day, for weeks that begin on
 * `first` (0: Sunday). */
static int ep_week(int of_year, int weekday, int first) {
    return (of_year - (weekday - first + 7) % 7 + 7) / 7;
}

/* ISO 8601: the days since the Monday of week 1 of the year that has `of_year`
 * as a day; negative when the day is of the last year's last week. */
static int ep_iso_days(int of_year, int weekday) {
    /* 378 is a multiple of 7 that keeps the dividend positive. */
    return of_year - (of_year - weekday + 4 + 378) % 7 + 4 - 1;
}

static long long ep_iso_year(const struct tm *t, int *week) {
    long long year = 1900ll + t->tm_year;
    int days = ep_iso_days(t->tm_yday, t->tm_wday);
    if (days < 0) {
        year--;
        days = ep_iso_days(t->tm_yday + 365 + ep_is_leap(year), t->tm_wday);
    } else {
        int next = ep_iso_days(t->tm_yday - 365 - ep_is_leap(year), t->tm_wday);
        if (next >= 0) {
            year++;
            days = next;
        }
    }
    *week = days / 7 + 1;
    return year;
}

static void ep_when_format(struct ep_when *o, const char *format, const struct tm *t, int upper);

/* A conversion that stands for others. */
static void ep_when_nested(struct ep_when *o, const struct ep_field *field, const char *format,
                           const struct tm *t) {
    struct ep_when measure = {.to = NULL, .room = SIZE_MAX};
    ep_when_format(&measure, format, t, field->upper);
    ep_when_fill(o, field->pad == '0' || field->pad == '+' ? '0' : ' ',
                 field->width - (int)measure.count);
    ep_when_format(o, format, t, field->upper);
}

/* The names of days and months: the first `most` characters. */
static void ep_when_name(struct ep_when *o, struct ep_field *field, const char *name, int most) {
    int n = (int)ep_strnlen(name, (size_t)most);
    field->upper |= field->change;
    ep_when_text(o, field, name, n);
}

static void ep_when_zone(struct ep_when *o, struct ep_field *field, const struct tm *t) {
    const char *zone = t->tm_zone;
    if ((zone == NULL || *zone == 0) && t->tm_isdst >= 0)
        zone = "UTC";
    if (zone == NULL)
        zone = "";
    if (field->change) {
        field->upper = 0;
        field->lower = 1;
    }
    ep_when_text(o, field, zone, (int)ep_strlen(zone));
}

static void ep_when_offset(struct ep_when *o, const struct ep_field *field, const struct tm *t) {
    if (t->tm_isdst < 0)
        return;
    long minutes = t->tm_gmtoff / 60;
    int negative = t->tm_gmtoff < 0;
    minutes = negative ? -minutes : minutes;
    /* glibc gives the sign a field of the same width. */
    ep_when_text(o, field, negative ? "-" : "+", 1);
    ep_when_number(o, field, 4, '0', minutes / 60 * 100 + minutes % 60);
}

static int ep_hour_12(int hour) {
    int late = hour > 12 ? hour - 12 : hour;
    return hour == 0 ? 12 : late;
}

/* False when the letter is no conversion, or not with this modifier. */
static int ep_when_convert(struct ep_when *o, struct ep_field *field, char letter,
                           const struct tm *t) {
    static const char no_modifier[] = "aADF", no_e[] = "bhBdeHIjklmMSUVgGwW",
                      no_o[] = "cxXY";
    int week;
    long long year = 1900ll + t->tm_year;
    for (int i = 0; field->modifier != 0 && no_modifier[i] != 0; i++)
        if (letter == no_modifier[i])
            return 0;
    /* As glibc, which then prints these two in capitals. */
    field->upper |= (letter == 'b' || letter == 'h') & field->change;
    for (int i = 0; field->modifier == 'E' && no_e[i] != 0; i++)
        if (letter == no_e[i])
            return 0;
    for (int i = 0; field->modifier == 'O' && no_o[i] != 0; i++)
        if (letter == no_o[i])
            return 0;
    switch (letter) {
    case '%':
        ep_when_text(o, field, "%", 1);
        return 1;
    case 'n':
        ep_when_text(o, field, "\n", 1);
        return 1;
    case 't':
        ep_when_text(o, field, "\t", 1);
        return 1;
    case 'a':
    case 'A':
        ep_when_name(o, field, ep_name_of(ep_weekdays, 7, t->tm_wday), letter == 'a' ? 3 : 9);
        return 1;
    case 'b':
    case 'h':
    case 'B':
        ep_when_name(o, field, ep_name_of(ep_months, 12, t->tm_mon), letter == 'B' ? 9 : 3);
        return 1;
    case 'c':
        ep_when_nested(o, field, "%a %b %e %H:%M:%S %Y", t);
        return 1;
    case 'x':
    case 'D':
        ep_when_nested(o, field, "%m/%d/%y", t);
        return 1;
    case 'F':
        ep_when_nested(o, field, "%Y-%m-%d", t);
        return 1;
    case 'R':
        ep_when_nested(o, field, "%H:%M", t);
        return 1;
    case 'r':
        ep_when_nested(o, field, "%I:%M:%S %p", t);
        return 1;
    case 'T':
    case 'X':
        ep_when_nested(o, field, "%H:%M:%S", t);
        return 1;
    case 'C':
        ep_when_number(o, field, 1, '0', ep_floor_div(year, 100));
        return 1;
    case 'Y':
        ep_when_number(o, field, 1, '0', year);
        return 1;
    case 'y':
        ep_when_number(o, field, 2, '0', year - 100 * ep_floor_div(year, 100));
        return 1;
    case 'G':
        ep_when_number(o, field, 1, '0', ep_iso_year(t, &week));
        return 1;
    case 'g':
        year = ep_iso_year(t, &week);
        ep_when_number(o, field, 2, '0', year - 100 * ep_floor_div(year, 100));
        return 1;
    case 'V':
        ep_iso_year(t, &week);
        ep_when_number(o, field, 2, '0', week);
        return 1;
    case 'U':
        ep_when_number(o, field, 2, '0', ep_week(t->tm_yday, t->tm_wday, 0));
        return 1;
    case 'W':
        ep_when_number(o, field, 2, '0', ep_week(t->tm_yday, t->tm_wday, 1));
        return 1;
    case 'd':
        ep_when_number(o, field, 2, '0', t->tm_mday);
        return 1;
    case 'e':
        ep_when_number(o, field, 2, '_', t->tm_mday);
        return 1;
    case 'H':
        ep_when_number(o, field, 2, '0', t->tm_hour);
        return 1;
    case 'k':
        ep_when_number(o, field, 2, '_', t->tm_hour);
        return 1;
    case 'I':
        ep_when_number(o, field, 2, '0', ep_hour_12(t->tm_hour));
        return 1;
    case 'l':
        ep_when_number(o, field, 2, '_', ep_hour_12(t->tm_hour));
        return 1;
    case 'j':
        ep_when_number(o, field, 3, '0', 1ll + t->tm_yday);
        return 1;
    case 'm':
        ep_when_number(o, field, 2, '0', 1ll + t->tm_mon);
        return 1;
    case 'M':
        ep_when_number(o, field, 2, '0', t->tm_min);
        return 1;
    case 'S':
        ep_when_number(o, field, 2, '0', t->tm_sec);
        return 1;
    case 'u':
        ep_when_number(o, field, 1, '0', (t->tm_wday + 6) % 7 + 1);
        return 1;
    case 'w':
        ep_when_number(o, field, 1, '0', t->tm_wday);
        return 1;
    case 's':
        ep_zone();
        ep_when_seconds(o, field, ep_seconds_of(t));
        return 1;
    case 'p':
    case 'P':
        field->lower = (letter == 'P') | field->change;
        field->upper = field->upper & !field->lower;
        ep_when_text(o, field, t->tm_hour > 11 ? "PM" : "AM", 2);
        return 1;
    case 'Z':
        ep_when_zone(o, field, t);
        return 1;
    case 'z':
        ep_when_offset(o, field, t);
        return 1;
    default:
        return 0;
    }
}

static void ep_when_format(struct ep_when *o, const char *format, const struct tm *t, int upper) {
    for (const char *f = format; *f != 0 && !o->full; f++) {
        if (*f != '%') {
            ep_when_put(o, *f);
            continue;
        }
        const char *start = f++;
        struct ep_field field = {.width = -1, .upper = upper};
        for (;; f++) {
            if (*f == '_' || *f == '-' || *f == '0' || *f == '+')
                field.pad = *f;
            else if (*f == '^')
                field.upper = 1;
            else if (*f == '#')
                field.change = 1;
            else
                break;
        }
        if (ep_isdigit((ep_byte)*f)) {
            field.width = ep_read_number(&f);
            if (field.width < 0)
                field.width = INT_MAX;
        }
        if (*f == 'E' || *f == 'O')
            field.modifier = *f++;
        if (*f != 0 && ep_when_convert(o, &field, *f, t))
            continue;
        /* No conversion: as it stands. */
        f -= *f == 0;
        ep_when_text(o, &field, start, (int)(f - start) + 1);
    }
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t) {
    struct ep_when o = {.to = to, .room = size};
    ep_when_format(&o, format, t, 0);
    if (o.full || size == 0)
        return 0;
    to[o.count] = 0;
    return o.count;
}
