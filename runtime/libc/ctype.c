/* Character classes of the C locale, by comparisons: each is a formula over
 * its argument without a branch and without a table. */

static int ep_between(int c, int low, int high) {
    return (unsigned)c - (unsigned)low <= (unsigned)(high - low);
}

static int ep_isspace(int c) {
    return (c == ' ') | ep_between(c, '\t', '\r');
}

static int ep_isdigit(int c) {
    return ep_between(c, '0', '9');
}

static int ep_isalpha(int c) {
    return ep_between(c | 32, 'a', 'z');
}

int isalpha(int c) {
    return ep_isalpha(c);
}

int isdigit(int c) {
    return ep_isdigit(c);
}

int isalnum(int c) {
    return ep_isalpha(c) | ep_isdigit(c);
}

int isxdigit(int c) {
    return ep_isdigit(c) | ep_between(c | 32, 'a', 'f');
}

int islower(int c) {
    return ep_between(c, 'a', 'z');
}

int isupper(int c) {
    return ep_between(c, 'A', 'Z');
}

int isspace(int c) {
    return ep_isspace(c);
}

int isblank(int c) {
    return (c == ' ') | (c == '\t');
}

int iscntrl(int c) {
    return ep_between(c, 0, 31) | (c == 127);
}

int isprint(int c) {
    return ep_between(c, ' ', '~');
}

int isgraph(int c) {
    return ep_between(c, '!', '~');
}

int ispunct(int c) {
    return ep_between(c, '!', '/') | ep_between(c, ':', '@') | ep_between(c, '[', '`') |
           ep_between(c, '{', '~');
}

int isascii(int c) {
    return ep_between(c, 0, 127);
}

int toascii(int c) {
    return c & 127;
}

/* glibc's tables give a negative `char` other than EOF as `unsigned char`. */
static int ep_from_char(int c) {
    return 256 * ep_between(c, -128, -2);
}

int tolower(int c) {
    return c + 32 * ep_between(c, 'A', 'Z') + ep_from_char(c);
}

int toupper(int c) {
    return c - 32 * ep_between(c, 'a', 'z') + ep_from_char(c);
}
