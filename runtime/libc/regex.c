/* regex.h. What differs from other models: a pattern is known on its path, and
 * a back-reference is reported as unsupported when it is searched for. */

unsigned long re_syntax_options;
static regex_t ep_re_bsd;

static const char *ep_re_message(int error) {
    switch (error) {
    case 0: return "Success";
    case EP_REG_NOMATCH: return "No match";
    case EP_REG_BADPAT: return "Invalid regular expression";
    case EP_REG_ECOLLATE: return "Invalid collation character";
    case EP_REG_ECTYPE: return "Invalid character class name";
    case EP_REG_EESCAPE: return "Trailing backslash";
    case EP_REG_ESUBREG: return "Invalid back reference";
    case EP_REG_EBRACK: return "Unmatched [, [^, [:, [., or [=";
    case EP_REG_EPAREN: return "Unmatched ( or \\(";
    case EP_REG_EBRACE: return "Unmatched \\{";
    case EP_REG_BADBR: return "Invalid content of \\{\\}";
    case EP_REG_ERANGE: return "Invalid range end";
    case EP_REG_ESPACE: return "Memory exhausted";
    case EP_REG_BADRPT: return "Invalid preceding regular expression";
    case EP_REG_EEND: return "Premature end of regular expression";
    case EP_REG_ESIZE: return "Regular expression too big";
    case EP_REG_ERPAREN: return "Unmatched ) or \\)";
    default: abort();
    }
}

unsigned long re_set_syntax(unsigned long syntax) {
    unsigned long old = re_syntax_options;
    re_syntax_options = syntax;
    return old;
}

static int ep_re_fill_fastmap(regex_t *r) {
    const struct re_dfa_t *d = r->buffer;
    for (int c = 0; c < 256; c++)
        r->fastmap[c] = d->references > 0 || (d->fastmap[c >> 5] >> (c & 31) & 1);
    r->can_be_null |= d->can_be_null | (d->references > 0);
    r->fastmap_accurate = 1;
    return 0;
}

int re_compile_fastmap(regex_t *r) {
    if (r->buffer->references > 0)
        __ep_unsupported("re_compile_fastmap of a pattern with a back-reference");
    return ep_re_fill_fastmap(r);
}

const char *re_compile_pattern(const char *pattern, size_t length, regex_t *r) {
    r->no_sub = (re_syntax_options & EP_RE_NO_SUB) != 0;
    r->newline_anchor = 1;
    int error = ep_re_compile(r, pattern, length, re_syntax_options);
    return error == 0 ? NULL : ep_re_message(error);
}

int regcomp(regex_t *r, const char *pattern, int flags) {
    unsigned long syntax = flags & 1 ? EP_RE_SYNTAX_EXTENDED : EP_RE_SYNTAX_BASIC;
    r->buffer = NULL;
    r->allocated = 0;
    r->used = 0;
    r->fastmap = malloc(256);
    if (r->fastmap == NULL)
        return EP_REG_ESPACE;
    if (flags & 2)
        syntax |= EP_RE_ICASE;
    if (flags & 4)
        syntax = (syntax & ~EP_RE_DOT_NEWLINE) | EP_RE_HAT_LISTS_NOT_NEWLINE;
    r->newline_anchor = (flags & 4) != 0;
    r->no_sub = (flags & 8) != 0;
    r->translate = NULL;
    int error = ep_re_compile(r, pattern, ep_strlen(pattern), syntax);
    if (error == 0) {
        ep_re_fill_fastmap(r);
    } else {
        free(r->fastmap);
        r->fastmap = NULL;
    }
    return error == EP_REG_ERPAREN ? EP_REG_EPAREN : error;
}

size_t regerror(int error, const regex_t *r, char *to, size_t size) {
    (void)r;
    const char *text = ep_re_message(error);
    size_t length = ep_strlen(text);
    if (size > 0) {
        size_t n = length < size ? length : size - 1;
        memcpy(to, text, n);
        to[n] = 0;
    }
    return length + 1;
}

void regfree(regex_t *r) {
    free(r->buffer);
    r->buffer = NULL;
    r->allocated = 0;
    free(r->fastmap);
    r->fastmap = NULL;
    free(r->translate);
    r->translate = NULL;
}

static int ep_regexec(const regex_t *r, const char *text, size_t count, regmatch_t *match,
                      int flags) {
    if (flags & ~(EP_REG_NOTBOL | EP_REG_NOTEOL | EP_REG_STARTEND))
        return EP_REG_BADPAT;
    int first = 0, length;
    if (flags & EP_REG_STARTEND) {
        first = match[0].rm_so;
        length = match[0].rm_eo;
        if (first < 0 || first > length)
            __ep_unsupported("regexec of a range that ends before it begins");
    } else {
        length = (int)ep_strlen(text);
    }
    int result = ep_re_search_in(r, text, length, first, length, length, r->no_sub ? 0 : count,
                                 match, flags);
    return result != 0;
}

int regexec(const regex_t *r, const char *text, size_t count, regmatch_t *match, int flags) {
    return ep_regexec(r, text, count, match, flags);
}

/* Where a match goes: 0 when there is no memory for it. */
static int ep_re_to_registers(regex_t *r, struct re_registers *regs, const regmatch_t *match,
                              unsigned count) {
    unsigned need = count + 1;
    int grow = r->regs_allocated == EP_REGS_REALLOCATE && need > regs->num_regs;
    if (r->regs_allocated == EP_REGS_UNALLOCATED || grow) {
        int *start = realloc(grow ? regs->start : NULL, need * sizeof *start);
        if (start == NULL)
            return 0;
        int *end = realloc(grow ? regs->end : NULL, need * sizeof *end);
        if (end == NULL) {
            free(start);
            return 0;
        }
        regs->start = start;
        regs->end = end;
        regs->num_regs = need;
    }
    for (unsigned i = 0; i < count; i++) {
        regs->start[i] = match[i].rm_so;
        regs->end[i] = match[i].rm_eo;
    }
    for (unsigned i = count; i < regs->num_regs; i++)
        regs->start[i] = regs->end[i] = -1;
    return 1;
}

static int ep_re_search_one(regex_t *r, const char *text, int length, int first, int range,
                            int stop, struct re_registers *regs, int want_length) {
    if (first < 0 || first > length)
        return -1;
    int last;
    if (__builtin_add_overflow(first, range, &last))
        last = range < 0 ? 0 : length;
    if (last > length || (range >= 0 && last < first))
        last = length;
    else if (last < 0 || (range < 0 && first <= last))
        last = 0;
    if (first < last && r->fastmap != NULL && !r->fastmap_accurate)
        ep_re_fill_fastmap(r);
    if (r->no_sub)
        regs = NULL;
    size_t count = 1;
    if (regs != NULL && r->regs_allocated == EP_REGS_FIXED && regs->num_regs <= r->re_nsub) {
        count = regs->num_regs;
        if (count < 1) {
            regs = NULL;
            count = 1;
        }
    } else if (regs != NULL) {
        count = r->re_nsub + 1;
    }
    regmatch_t *match = __ep_own_block(count * sizeof *match);
    if (match == NULL)
        return -2;
    int flags = (r->not_bol ? EP_REG_NOTBOL : 0) | (r->not_eol ? EP_REG_NOTEOL : 0);
    int error = ep_re_search_in(r, text, length, first, last, stop, count, match, flags);
    int result = error == 0 ? 0 : error == EP_REG_NOMATCH ? -1 : -2;
    if (error == 0 && regs != NULL) {
        if (!ep_re_to_registers(r, regs, match, (unsigned)count)) {
            r->regs_allocated = EP_REGS_UNALLOCATED;
            result = -2;
        } else if (r->regs_allocated != EP_REGS_FIXED) {
            r->regs_allocated = EP_REGS_REALLOCATE;
        }
    }
    if (result == 0)
        result = want_length ? match[0].rm_eo - match[0].rm_so : match[0].rm_so;
    free(match);
    return result;
}

/* In two texts, one behind the other. */
static int ep_re_search_two(regex_t *r, const char *one, int one_length, const char *two,
                            int two_length, int first, int range, struct re_registers *regs,
                            int stop, int want_length) {
    int length;
    if (one_length < 0 || two_length < 0 || stop < 0 ||
        __builtin_add_overflow(one_length, two_length, &length))
        return -2;
    char *both = NULL;
    const char *text = two_length == 0 ? one : two;
    if (one_length > 0 && two_length > 0) {
        text = both = __ep_own_block((size_t)length);
        if (both == NULL)
            return -2;
        memcpy(both, one, (size_t)one_length);
        memcpy(both + one_length, two, (size_t)two_length);
    }
    int result = ep_re_search_one(r, text, length, first, range, stop, regs, want_length);
    free(both);
    return result;
}

int re_match(regex_t *r, const char *text, int length, int first, struct re_registers *regs) {
    return ep_re_search_one(r, text, length, first, 0, length, regs, 1);
}

int re_search(regex_t *r, const char *text, int length, int first, int range,
              struct re_registers *regs) {
    return ep_re_search_one(r, text, length, first, range, length, regs, 0);
}

int re_match_2(regex_t *r, const char *one, int one_length, const char *two, int two_length,
               int first, struct re_registers *regs, int stop) {
    return ep_re_search_two(r, one, one_length, two, two_length, first, 0, regs, stop, 1);
}

int re_search_2(regex_t *r, const char *one, int one_length, const char *two, int two_length,
                int first, int range, struct re_registers *regs, int stop) {
    return ep_re_search_two(r, one, one_length, two, two_length, first, range, regs, stop, 0);
}

void re_set_registers(regex_t *r, struct re_registers *regs, unsigned count, int *starts,
                      int *ends) {
    r->regs_allocated = count != 0 ? EP_REGS_REALLOCATE : EP_REGS_UNALLOCATED;
    regs->num_regs = count;
    regs->start = count != 0 ? starts : NULL;
    regs->end = count != 0 ? ends : NULL;
}

char *re_comp(const char *pattern) {
    regex_t *r = &ep_re_bsd;
    if (pattern == NULL)
        return r->buffer == NULL ? "No previous regular expression" : NULL;
    if (r->buffer != NULL) {
        char *fastmap = r->fastmap;
        free(r->buffer);
        *r = (regex_t){.fastmap = fastmap};
    }
    if (r->fastmap == NULL) {
        r->fastmap = malloc(256);
        if (r->fastmap == NULL)
            return (char *)ep_re_message(EP_REG_ESPACE);
    }
    r->newline_anchor = 1;
    int error = ep_re_compile(r, pattern, ep_strlen(pattern), re_syntax_options);
    return error == 0 ? NULL : (char *)ep_re_message(error);
}

int re_exec(const char *text) {
    return ep_regexec(&ep_re_bsd, text, 0, NULL, 0) == 0;
}
