/* Regular expressions: random patterns in every syntax against random texts. */
#define _GNU_SOURCE
#define _REGEX_RE_COMP
#include "differential.h"

#include <regex.h>

MODEL(regcomp);
MODEL(regexec);
MODEL(regerror);
MODEL(regfree);
MODEL(re_set_syntax);
MODEL(re_compile_pattern);
MODEL(re_compile_fastmap);
MODEL(re_match);
MODEL(re_match_2);
MODEL(re_search);
MODEL(re_search_2);
MODEL(re_set_registers);
MODEL(re_comp);
MODEL(re_exec);
extern reg_syntax_t epm_re_syntax_options;

static char pattern[400];
static size_t pattern_size;
static unsigned repetitions;
static reg_syntax_t spelling;

/* Short patterns with few repetitions: glibc's own compiler takes exponential time for
 * many of them inside each other. */
static void add(const char *s) {
    size_t n = strlen(s);
    if (pattern_size + n < 36) {
        memcpy(pattern + pattern_size, s, n);
        pattern_size += n;
    }
}

static const char *any_of(const char *const *list, unsigned n) {
    return list[below(n)];
}
#define ANY(...)                                                                                   \
    any_of((const char *const[]){__VA_ARGS__},                                                     \
           sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* With or without a backslash, as the syntax has it. */
static void operator(const char *s, int bare) {
    if (!bare)
        add("\\");
    add(s);
}

static void bracket(void) {
    add(once_in(3) ? "[^" : "[");
    if (once_in(12))
        add("]");
    for (unsigned i = 1 + below(3); i > 0; i--)
        add(ANY("a", "b", "c", "A", "_", "a-c", "A-Z", "a-z", "0-9", "-", "^", "\\", "\n", " ",
                "[:alpha:]", "[:upper:]", "[:lower:]", "[:alnum:]", "[:space:]", "[:digit:]",
                "[:punct:]", "[:xdigit:]", "[:blank:]", "[:cntrl:]", "[:print:]", "[:graph:]",
                "[=a=]", "[.b.]", "\\]", "\\b", "[.-.]-z", "+--"));
    if (once_in(40))
        add(ANY("[:wrong:]", "[.ab.]", "[=ab=]", "z-a", "[:alpha:]-z", "a-[:digit:]", "a-b-c",
                "["));
    if (!once_in(60))
        add("]");
}

static void expression(int depth);

static void atom(int depth) {
    unsigned kind = below(24);
    if (kind < 10)
        add(ANY("a", "b", "a", "b", "c", "A", "_", "ab"));
    else if (kind < 12)
        add(".");
    else if (kind < 14)
        bracket();
    else if (kind < 17)
        add(ANY("^", "$", "^", "$", "\\<", "\\>", "\\b", "\\B", "\\`", "\\'"));
    else if (kind == 17)
        add(ANY("\\w", "\\W", "\\s", "\\S", "\\a", "\\.", "\\\\", "\n", " ", "\\{", "\\}", "{",
                "}", "\\n", "\\A", "\\^"));
    else if (kind == 18 && once_in(20))
        add(ANY("\\1", "\\2", "\\9"));
    else if (depth > 0) {
        operator("(", spelling &RE_NO_BK_PARENS);
        expression(depth - 1);
        operator(")", spelling &RE_NO_BK_PARENS);
    }
}

static void repeated(int depth) {
    atom(depth);
    for (unsigned i = 0; i < 2 && repetitions < 4 && once_in(i == 0 ? 2 : 8); i++) {
        repetitions++;
        int plus = !(spelling & RE_BK_PLUS_QM), braces = (spelling & RE_NO_BK_BRACES) != 0;
        switch (below(5)) {
        case 0:
        case 1:
            add("*");
            break;
        case 2:
            operator("+", plus);
            break;
        case 3:
            operator("?", plus);
            break;
        default:
            operator("{", braces);
            add(ANY("2", "1", "0", "1,2", "0,2", "1,3", "0,1", "1,", "0,", "2,", ",1", ",2", ",",
                    "0,0"));
            if (once_in(60))
                add(ANY("x", "3,1", ",", "99999", "-", "32768", "\n"));
            if (!once_in(60))
                operator("}", braces);
        }
    }
}

static void expression(int depth) {
    unsigned branches = once_in(3) ? 2 + below(2) : 1;
    for (unsigned i = 0; i < branches; i++) {
        if (i > 0)
            operator("|", spelling &RE_NO_BK_VBAR);
        for (unsigned parts = below(4); parts > 0; parts--)
            repeated(depth);
    }
}

/* A pattern, mostly right for the syntax. */
static const char *random_pattern(reg_syntax_t syntax) {
    spelling = once_in(40) ? ~syntax : syntax;
    pattern_size = 0;
    repetitions = 0;
    expression(2);
    for (unsigned i = once_in(8) ? 1 + below(2) : 0; i > 0 && pattern_size > 0; i--)
        pattern[below((unsigned)pattern_size)] = "*+?{}()[]\\|^$.a1,-:"[below(19)];
    if (once_in(50))
        add(ANY("\\", "[", "(", ")", "\\(", "\\)", "*", "{", "|"));
    pattern[pattern_size] = 0;
    return exact(pattern, pattern_size + 1);
}

static int has_reference(void) {
    for (size_t i = 0; i + 1 < pattern_size; i++)
        if (pattern[i] == '\\' && pattern[i + 1] >= '1' && pattern[i + 1] <= '9')
            return 1;
    return 0;
}

static char *random_text(void) {
    const char *letters = once_in(3) ? "ab" : once_in(2) ? "abc_A \n" : "aabb\n -";
    return random_string(once_in(3) ? 3 : 10, letters);
}

/* Whether the model says that it has no answer: where glibc's search does not
 * end, glibc is not asked. */
static int no_answer;
#define MODEL_SAYS(result, call)                                                                   \
    do {                                                                                           \
        expect_end(1);                                                                             \
        no_answer = setjmp(end_of_program);                                                        \
        if (!no_answer)                                                                            \
            result = call;                                                                         \
        expect_end(0);                                                                             \
    } while (0)

static int same_buffer(const regex_t *x, const regex_t *y) {
    return x->used == y->used && x->syntax == y->syntax && x->re_nsub == y->re_nsub &&
           x->can_be_null == y->can_be_null && x->fastmap_accurate == y->fastmap_accurate &&
           x->regs_allocated == y->regs_allocated && x->no_sub == y->no_sub &&
           x->not_bol == y->not_bol && x->not_eol == y->not_eol &&
           x->newline_anchor == y->newline_anchor && (x->buffer == NULL) == (y->buffer == NULL) &&
           x->allocated == y->allocated && (x->fastmap == NULL) == (y->fastmap == NULL);
}

static const char *places(const regmatch_t *m, size_t n) {
    static char texts[2][300];
    static int next;
    char *text = texts[next++ % 2], *to = text;
    *to = 0;
    for (size_t i = 0; i < n; i++)
        to += sprintf(to, "(%d,%d)", m[i].rm_so, m[i].rm_eo);
    return text;
}

static void posix(void) {
    int flags = (int)below(2) | (once_in(4) ? REG_ICASE : 0) | (once_in(3) ? REG_NEWLINE : 0) |
                (once_in(6) ? REG_NOSUB : 0);
    const char *s = random_pattern(flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED
                                                        : RE_SYNTAX_POSIX_BASIC);
    regex_t x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    int a = regcomp(&x, s, flags), b = epm_regcomp(&y, s, flags), references = has_reference();
    check("regcomp",
          a == b && (references || same_buffer(&x, &y)) && x.re_nsub == y.re_nsub &&
              (references || a != 0 || memcmp(x.fastmap, y.fastmap, 256) == 0),
          "%s %d: %d %d, %zu %zu groups, null %d %d", show_string(s), flags, a, b, x.re_nsub,
          y.re_nsub, x.can_be_null, y.can_be_null);
    for (int i = 0; i < 4 && a == 0 && b == 0 && !references; i++) {
        char *text = random_text();
        const char *whole = text; /* AddressSanitizer takes its length in any case. */
        size_t size = strlen(text), n = below(7);
        int how = (once_in(4) ? REG_NOTBOL : 0) | (once_in(4) ? REG_NOTEOL : 0) |
                  (once_in(5) ? REG_STARTEND : 0) | (once_in(100) ? 8 : 0);
        if ((how & REG_STARTEND) && n == 0)
            n = 1;
        regmatch_t p[8], q[8];
        for (int k = 0; k < 8; k++)
            p[k] = q[k] = (regmatch_t){-7, -7};
        if (how & REG_STARTEND) {
            p[0].rm_so = (int)below((unsigned)size + 1);
            p[0].rm_eo = p[0].rm_so + (int)below((unsigned)size - (unsigned)p[0].rm_so + 1);
            q[0] = p[0];
            /* Nothing is read behind the end. */
            text = exact(text, (size_t)p[0].rm_eo);
            size = (size_t)p[0].rm_eo;
        }
        regmatch_t *room = exact(q, n * sizeof *q);
        int from = p[0].rm_so;
        volatile int d = 0;
        MODEL_SAYS(d, epm_regexec(&y, text, n, room, how));
        if (no_answer)
            continue;
        int c = regexec(&x, whole, n, p, how);
        memcpy(q, room, n * sizeof *q);
        check("regexec", c == d && (c != 0 || memcmp(p, q, sizeof p) == 0),
              "%s %d on %s (%d) %d: %d %d, %s %s", show_string(s), flags, show(text, size), from,
              how, c, d, places(p, n), places(q, n));
    }
    regfree(&x);
    epm_regfree(&y);
    check("regfree", y.buffer == NULL && y.fastmap == NULL && x.allocated == y.allocated, "%s",
          show_string(s));
}

static void errors(void) {
    int error = (int)below(17);
    char a[80], b[80];
    size_t size = below(60);
    memset(a, 'x', sizeof a);
    memset(b, 'x', sizeof b);
    a[79] = b[79] = 0; /* AddressSanitizer takes its length in any case. */
    size_t m = regerror(error, NULL, a, size), n = epm_regerror(error, NULL, b, size);
    check("regerror", m == n && memcmp(a, b, sizeof a) == 0, "%d %zu: %zu %zu %s", error, size, m,
          n, size > 0 ? b : "");
}

static reg_syntax_t random_syntax(void) {
    static const reg_syntax_t syntaxes[] = {
        RE_SYNTAX_EMACS,      RE_SYNTAX_AWK,         RE_SYNTAX_GNU_AWK,
        RE_SYNTAX_POSIX_AWK,  RE_SYNTAX_GREP,        RE_SYNTAX_EGREP,
        RE_SYNTAX_ED,         RE_SYNTAX_SED,         RE_SYNTAX_POSIX_EXTENDED,
        RE_SYNTAX_POSIX_EGREP, RE_SYNTAX_POSIX_MINIMAL_BASIC, RE_SYNTAX_POSIX_MINIMAL_EXTENDED};
    reg_syntax_t syntax = once_in(8) ? (reg_syntax_t)random_bits() & 0x3ffffff
                                     : syntaxes[below(sizeof syntaxes / sizeof *syntaxes)];
    return syntax | (once_in(4) ? RE_ICASE : 0) | (once_in(10) ? RE_NO_SUB : 0);
}

static int same_registers(const struct re_registers *x, const struct re_registers *y) {
    return x->num_regs == y->num_regs &&
           (x->num_regs == 0 || (memcmp(x->start, y->start, x->num_regs * sizeof(int)) == 0 &&
                                 memcmp(x->end, y->end, x->num_regs * sizeof(int)) == 0));
}

static const char *registers(const regex_t *r, const struct re_registers *x,
                             const struct re_registers *y) {
    static char text[400];
    char *to = text;
    if (r->translate != NULL)
        to += sprintf(to, "b is %d, ", r->translate['b']);
    for (unsigned i = 0; i < x->num_regs && i < 8; i++)
        to += sprintf(to, "(%d,%d)", x->start[i], x->end[i]);
    *to++ = ' ';
    for (unsigned i = 0; i < y->num_regs && i < 8; i++)
        to += sprintf(to, "(%d,%d)", y->start[i], y->end[i]);
    *to = 0;
    return text;
}

static unsigned char *random_table(void) {
    unsigned char *table = malloc(256);
    for (int c = 0; c < 256; c++)
        table[c] = (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    if (once_in(2))
        table['b'] = "ab\n_"[below(4)];
    return table;
}

static void gnu(void) {
    reg_syntax_t syntax = random_syntax(), old = re_set_syntax(syntax),
                 other = epm_re_set_syntax(syntax);
    check("re_set_syntax", old == other && epm_re_syntax_options == syntax, "%lx: %lx %lx", syntax,
          old, other);
    const char *s = random_pattern(syntax);
    regex_t x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    if (once_in(10)) {
        x.translate = random_table();
        y.translate = malloc(256);
        memcpy(y.translate, x.translate, 256);
    }
    int map = once_in(2), references = has_reference();
    if (map) {
        x.fastmap = malloc(256);
        y.fastmap = malloc(256);
        memset(x.fastmap, 0, 256);
        memset(y.fastmap, 0, 256);
    }
    if (once_in(8)) {
        /* What a program brings along. */
        x.allocated = y.allocated = once_in(2) ? 32 : 300;
        x.buffer = malloc(x.allocated);
        y.buffer = malloc(y.allocated);
    }
    const char *a = re_compile_pattern(s, pattern_size, &x);
    const char *b = epm_re_compile_pattern(s, pattern_size, &y);
    check("re_compile_pattern",
          (a == NULL ? b == NULL : b != NULL && strcmp(a, b) == 0) &&
              (references || same_buffer(&x, &y)) && x.re_nsub == y.re_nsub,
          "%s %lx: %s %s", show_string(s), syntax, show_string(a), show_string(b));
    if (a == NULL && b == NULL && !references) {
        if (map) {
            int c = re_compile_fastmap(&x), d = epm_re_compile_fastmap(&y);
            check("re_compile_fastmap",
                  c == d && memcmp(x.fastmap, y.fastmap, 256) == 0 && same_buffer(&x, &y), "%s %lx",
                  show_string(s), syntax);
        }
        x.not_bol = y.not_bol = once_in(4);
        x.not_eol = y.not_eol = once_in(4);
        if (once_in(8))
            x.newline_anchor = y.newline_anchor = 0;
        struct re_registers m = {0, NULL, NULL}, n = {0, NULL, NULL};
        unsigned given = once_in(2) ? 0 : 1 + below(6);
        int *starts = given ? malloc(given * sizeof(int)) : NULL,
            *ends = given ? malloc(given * sizeof(int)) : NULL;
        re_set_registers(&x, &m, given, given ? calloc(given, sizeof(int)) : NULL,
                         given ? calloc(given, sizeof(int)) : NULL);
        epm_re_set_registers(&y, &n, given, starts, ends);
        check("re_set_registers",
              x.regs_allocated == y.regs_allocated && m.num_regs == n.num_regs &&
                  n.start == starts && n.end == ends,
              "%u", given);
        if (given) {
            memset(starts, 0, given * sizeof(int));
            memset(ends, 0, given * sizeof(int));
            if (once_in(3))
                x.regs_allocated = y.regs_allocated = REGS_FIXED;
        }
        for (int i = 0; i < 2; i++) {
            char *text = random_text(), *more = random_text();
            int size = (int)strlen(text), more_size = (int)strlen(more), all = size + more_size;
            text = exact(text, (size_t)size);
            more = exact(more, (size_t)more_size);
            int start = once_in(2) ? 0 : (int)below((unsigned)size + 2);
            int range = once_in(3)   ? size - start
                        : once_in(2) ? -start
                                     : (int)below(30) - 15;
            int none = once_in(6), stop = once_in(2) ? all : (int)below((unsigned)all + 1);
            struct re_registers *p = none ? NULL : &m, *q = none ? NULL : &n;
            int c;
            volatile int d = 0;
            MODEL_SAYS(d, epm_re_search(&y, text, size, start, range, q));
            if (no_answer)
                break;
            c = re_search(&x, text, size, start, range, p);
            check("re_search", c == d && same_registers(&m, &n) && same_buffer(&x, &y),
                  "%s %lx (%d%d%d) on %s %d %d: %d %d", show_string(s), syntax, x.not_bol,
                  x.not_eol, x.newline_anchor, show(text, (size_t)size), start, range, c, d);
            MODEL_SAYS(d, epm_re_match(&y, text, size, start, q));
            if (no_answer)
                break;
            c = re_match(&x, text, size, start, p);
            check("re_match", c == d && same_registers(&m, &n) && same_buffer(&x, &y),
                  "%s %lx on %s %d: %d %d; %s", show_string(s), syntax, show(text, (size_t)size),
                  start, c, d, registers(&x, &m, &n));
            MODEL_SAYS(d, epm_re_search_2(&y, text, size, more, more_size, start, range, q, stop));
            if (no_answer)
                break;
            c = re_search_2(&x, text, size, more, more_size, start, range, p, stop);
            check("re_search_2", c == d && same_registers(&m, &n) && same_buffer(&x, &y),
                  "%s %lx on %s %s %d %d %d: %d %d; %s", show_string(s), syntax,
                  show(text, (size_t)size), show(more, (size_t)more_size), start, range, stop, c,
                  d, registers(&x, &m, &n));
            MODEL_SAYS(d, epm_re_match_2(&y, text, size, more, more_size, start, q, stop));
            if (no_answer)
                break;
            c = re_match_2(&x, text, size, more, more_size, start, p, stop);
            check("re_match_2", c == d && same_registers(&m, &n) && same_buffer(&x, &y),
                  "%s %lx on %s %s %d %d: %d %d", show_string(s), syntax, show(text, (size_t)size),
                  show(more, (size_t)more_size), start, stop, c, d);
        }
        free(m.start);
        free(m.end);
        free(n.start);
        free(n.end);
    }
    regfree(&x);
    epm_regfree(&y);
}

static void bsd(void) {
    reg_syntax_t syntax = random_syntax();
    re_set_syntax(syntax);
    epm_re_set_syntax(syntax);
    const char *s = random_pattern(syntax);
    const char *a = re_comp(s), *b = epm_re_comp(s);
    check("re_comp", a == NULL ? b == NULL : b != NULL && strcmp(a, b) == 0, "%s %lx: %s %s",
          show_string(s), syntax, show_string(a), show_string(b));
    const char *c = re_comp(NULL), *d = epm_re_comp(NULL);
    check("re_comp", c == NULL ? d == NULL : d != NULL && strcmp(c, d) == 0, "%s %s",
          show_string(c), show_string(d));
    for (int i = 0; i < 3 && a == NULL && !has_reference(); i++) {
        const char *text = random_text();
        check("re_exec", re_exec(text) == epm_re_exec(text), "%s %lx on %s", show_string(s), syntax,
              show_string(text));
    }
}

void test_regex(void) {
    for (int i = 0; i < CASES * 3; i++) {
        posix();
        errors();
        forget();
        gnu();
        forget();
        bsd();
        forget();
    }
}
