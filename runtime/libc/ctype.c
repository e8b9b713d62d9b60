/* Character classes of the C locale, by comparisons: each is a formula over
 * its argument without a branch and without a table. What C calls nonzero is
 * here the bit that glibc's tables have for the class, so that a program that
 * looks at more than zero or not sees what it sees natively. */

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

/* Bits of glibc's table on little-endian machines (`_ISalpha` and its kin). */
enum {
    EP_BLANK = 0x1,
    EP_CNTRL = 0x2,
    EP_PUNCT = 0x4,
    EP_ALNUM = 0x8,
    EP_UPPER = 0x100,
    EP_LOWER = 0x200,
    EP_ALPHA = 0x400,
    EP_DIGIT = 0x800,
    EP_XDIGIT = 0x1000,
    EP_SPACE = 0x2000,
    EP_PRINT = 0x4000,
    EP_GRAPH = 0x8000,
};

int isalpha(int c) {
    return ep_isalpha(c) ? EP_ALPHA : 0;
}

int isdigit(int c) {
    return ep_isdigit(c) ? EP_DIGIT : 0;
}

int isalnum(int c) {
    return (ep_isalpha(c) | ep_isdigit(c)) ? EP_ALNUM : 0;
}

int isxdigit(int c) {
    return (ep_isdigit(c) | ep_between(c | 32, 'a', 'f')) ? EP_XDIGIT : 0;
}

int islower(int c) {
    return ep_between(c, 'a', 'z') ? EP_LOWER : 0;
}

int isupper(int c) {
    return ep_between(c, 'A', 'Z') ? EP_UPPER : 0;
}

int isspace(int c) {
    return ep_isspace(c) ? EP_SPACE : 0;
}

int isblank(int c) {
    return ((c == ' ') | (c == '\t')) ? EP_BLANK : 0;
}

int iscntrl(int c) {
    return (ep_between(c, 0, 31) | (c == 127)) ? EP_CNTRL : 0;
}

int isprint(int c) {
    return ep_between(c, ' ', '~') ? EP_PRINT : 0;
}

int isgraph(int c) {
    return ep_between(c, '!', '~') ? EP_GRAPH : 0;
}

int ispunct(int c) {
    return (ep_between(c, '!', '/') | ep_between(c, ':', '@') | ep_between(c, '[', '`') |
                   ep_between(c, '{', '~')) ? EP_PUNCT : 0;
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
