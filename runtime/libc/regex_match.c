/* Where a compiled pattern matches. A set of nodes is a byte each, 0 or 1, and
 * the next set is computed from it and a byte of the text without a fork. The
 * forks are: where the match begins, where it ends, and which of two ways the
 * groups took. What is known not to be active is skipped, so that a known text
 * costs what is alive. */

/* What is looked for, and where. */
typedef struct {
    const struct re_dfa_t *d;
    const char *text;
    int length, stop; /* nothing is consumed from `stop` on */
    int no_begin, no_end;
    int newline_anchor;
} ep_re_search;

/* What stands at a place: flags of one bit. */
typedef struct {
    ep_byte word, newline, edge;
} ep_re_context;

static int ep_re_is_none(unsigned value) {
    return !klee_is_symbolic(value) && value == 0;
}

static ep_byte ep_re_in(const struct re_dfa_t *d, int class, ep_byte c) {
    const ep_re_class *k = &d->classes[class];
    unsigned in = 0;
    for (int i = 0; i < k->ranges; i++) {
        ep_re_range range = d->ranges[k->first + i];
        in |= range.more == 0 ? c == range.low : (ep_byte)(c - range.low) <= range.more;
    }
    return (ep_byte)(in ^ k->outside);
}

static ep_re_context ep_re_of_byte(const ep_re_search *s, ep_byte c) {
    ep_re_context context = {0, 0, 0};
    if (s->d->constraints & EP_RE_WORDS)
        context.word = ep_re_in(s->d, s->d->word, c);
    if (s->d->constraints & (EP_RE_AFTER_NEWLINE | EP_RE_BEFORE_NEWLINE))
        context.newline = ep_re_in(s->d, s->d->newline, c);
    return context;
}

/* What stands before and behind `at`, as anchors see it. */
static ep_re_context ep_re_before(const ep_re_search *s, int at) {
    if (at <= 0)
        return (ep_re_context){0, !s->no_begin, 1};
    ep_re_context context = ep_re_of_byte(s, (ep_byte)s->text[at - 1]);
    context.newline &= (ep_byte)s->newline_anchor;
    return context;
}

static ep_re_context ep_re_behind(const ep_re_search *s, int at) {
    if (at == s->length)
        return (ep_re_context){0, !s->no_end, 1};
    ep_re_context context = ep_re_of_byte(s, (ep_byte)s->text[at]);
    context.newline &= (ep_byte)s->newline_anchor;
    return context;
}

static ep_byte ep_re_entered(int constraint, ep_re_context c) {
    ep_byte ok = 1;
    if (constraint & EP_RE_AFTER_WORD)
        ok &= c.word;
    if (constraint & EP_RE_AFTER_NO_WORD)
        ok &= c.word ^ 1;
    if (constraint & EP_RE_AFTER_NEWLINE)
        ok &= c.newline;
    if (constraint & EP_RE_AT_BEGIN)
        ok &= c.edge;
    return ok;
}

static ep_byte ep_re_left(int constraint, ep_re_context c) {
    ep_byte ok = 1;
    if (constraint & EP_RE_BEFORE_WORD)
        ok &= c.word;
    if (constraint & EP_RE_BEFORE_NO_WORD)
        ok &= c.word ^ 1;
    if (constraint & EP_RE_BEFORE_NEWLINE)
        ok &= c.newline;
    if (constraint & EP_RE_AT_END)
        ok &= c.edge;
    return ok;
}

/* Adds to `set` what `node` leads to without consuming, as far as it may be
 * entered here: what consumes and ends, or everything. Returns what it added. */
static ep_byte ep_re_enter(const struct re_dfa_t *d, ep_byte *set, int node, ep_byte active,
                           ep_re_context context, int all) {
    ep_byte any = 0;
    const ep_re_node *from = &d->node[node];
    for (int w = from->ways, end = all ? from->rest : from->live; w < end; w++) {
        int to = d->ways[w];
        ep_byte more = active & ep_re_entered(d->node[to].constraint, context);
        set[to] |= more;
        any |= more;
    }
    return any;
}

/* Whether an active node may consume `c`, here with glibc's first look: a line
 * ends before every newline, whatever `newline_anchor` says. */
static ep_byte ep_re_consumes(const ep_re_search *s, const ep_re_node *node, ep_byte c,
                              ep_re_context context) {
    return ep_re_in(s->d, node->argument, c) & ep_re_left(node->constraint, context);
}

/* The set after one byte. Returns whether something is in it. */
static ep_byte ep_re_step(const ep_re_search *s, const ep_byte *set, ep_byte *next, int at,
                          int all) {
    const struct re_dfa_t *d = s->d;
    ep_byte c = (ep_byte)s->text[at], any = 0;
    ep_re_context context = ep_re_of_byte(s, c);
    memset(next, 0, (size_t)d->nodes);
    for (int i = 0; i < d->live_count; i++) {
        int from = d->live[i];
        const ep_re_node *node = &d->node[from];
        if (node->kind == EP_RE_END || ep_re_is_none(set[from]))
            continue;
        ep_byte active = set[from] & ep_re_consumes(s, node, c, context);
        if (!ep_re_is_none(active))
            any |= ep_re_enter(d, next, node->next, active, context, all);
    }
    return any;
}

/* Whether the match may end at `at` with this set. */
static ep_byte ep_re_ends(const ep_re_search *s, const ep_byte *set, int at) {
    const struct re_dfa_t *d = s->d;
    ep_re_context context = {0, 0, 0};
    int looked = 0;
    ep_byte any = 0;
    for (int i = 0; i < d->live_count; i++) {
        const ep_re_node *node = &d->node[d->live[i]];
        if (node->kind != EP_RE_END || ep_re_is_none(set[d->live[i]]))
            continue;
        if (node->constraint != 0 && !looked) {
            context = ep_re_behind(s, at);
            looked = 1;
        }
        any |= set[d->live[i]] & ep_re_left(node->constraint, context);
    }
    return any;
}

/* Whether there is a match from any place from `first` to `last`: 0 or 1,
 * without a fork. `set` and `next` are all 0. */
static ep_byte ep_re_any_match(const ep_re_search *s, int first, int last, ep_byte *set,
                               ep_byte *next) {
    ep_byte found = 0, alive = 0;
    for (int at = first;; at++) {
        if (at <= last)
            alive |= ep_re_enter(s->d, set, s->d->start, 1, ep_re_before(s, at), 0);
        if (!ep_re_is_none(alive))
            found |= ep_re_ends(s, set, at);
        if (!klee_is_symbolic(found) && found)
            return 1;
        if (at >= s->stop ? at >= last : at >= last && ep_re_is_none(alive))
            return found;
        if (at >= s->stop || ep_re_is_none(alive)) {
            memset(set, 0, (size_t)s->d->nodes);
            alive = 0;
            continue;
        }
        alive = ep_re_step(s, set, next, at, 0);
        ep_byte *old = set;
        set = next;
        next = old;
    }
}

/* The end of the longest match from `begin` on, or -1. `ends` has room for the
 * rest of the text. */
static int ep_re_longest(const ep_re_search *s, int begin, ep_byte *set, ep_byte *next,
                         ep_byte *ends) {
    ep_byte found = 0;
    memset(set, 0, (size_t)s->d->nodes);
    ep_byte alive = ep_re_enter(s->d, set, s->d->start, 1, ep_re_before(s, begin), 0);
    int at = begin;
    for (; !ep_re_is_none(alive); at++) {
        ends[at - begin] = ep_re_ends(s, set, at);
        found |= ends[at - begin];
        if (at >= s->stop) {
            at++;
            break;
        }
        alive = ep_re_step(s, set, next, at, 0);
        ep_byte *old = set;
        set = next;
        next = old;
    }
    if (!found)
        return -1;
    /* The first place stands for the rest. */
    while (--at > begin)
        if (ends[at - begin])
            break;
    return at;
}

/* Where glibc says that an empty match at `begin` is, which is the only one
 * there: it moves the place as far as the search stays as it began. Begins it
 * in the same way? Then the sets of nodes and what stands before are the same. */
static int ep_re_slip(const ep_re_search *s, int begin, ep_byte *set, ep_byte *next) {
    const struct re_dfa_t *d = s->d;
    const ep_re_node *start = &d->node[d->start];
    ep_re_context before = ep_re_before(s, begin);
    if (before.edge)
        return begin;
    before.newline =
        ep_re_in(d, d->newline, (ep_byte)s->text[begin - 1]) & (ep_byte)s->newline_anchor;
    memset(set, 0, (size_t)d->nodes);
    ep_re_enter(d, set, d->start, 1, before, 0);
    int at = begin;
    for (; at < s->stop; at++) {
        ep_byte c = (ep_byte)s->text[at];
        ep_re_context context = ep_re_of_byte(s, c);
        ep_byte differ = (ep_re_in(d, d->newline, c) ^ before.newline) |
                         (context.word ^ before.word);
        memset(next, 0, (size_t)d->nodes);
        for (int i = 0; i < d->live_count; i++) {
            const ep_re_node *node = &d->node[d->live[i]];
            if (node->kind == EP_RE_END || ep_re_is_none(set[d->live[i]]))
                continue;
            ep_byte active = set[d->live[i]] & ep_re_consumes(s, node, c, context);
            const ep_re_node *to = &d->node[node->next];
            for (int w = to->ways; w < to->rest; w++)
                next[d->ways[w]] |= active;
        }
        for (int w = start->ways; w < start->rest; w++)
            next[d->ways[w]] ^= 1;
        for (int x = 0; x < d->nodes; x++)
            differ |= next[x];
        if (differ)
            break;
    }
    return at;
}

/* For the groups: the sets of all places of a match, one row each. */
typedef struct {
    ep_byte *rows;
    int begin, end;
    int last;     /* the node where the match ends */
    ep_byte *via; /* nodes since a byte was consumed */
    regmatch_t *before;
} ep_re_log;

static ep_byte *ep_re_row(const ep_re_search *s, const ep_re_log *log, int at) {
    return log->rows + (size_t)(at - log->begin) * (size_t)s->d->nodes;
}

static void ep_re_fill_log(const ep_re_search *s, ep_re_log *log) {
    const struct re_dfa_t *d = s->d;
    memset(log->rows, 0, (size_t)d->nodes);
    ep_re_enter(d, log->rows, d->start, 1, ep_re_before(s, log->begin), 1);
    for (int at = log->begin; at < log->end; at++)
        ep_re_step(s, ep_re_row(s, log, at), ep_re_row(s, log, at + 1), at, 1);
    const ep_byte *row = ep_re_row(s, log, log->end);
    ep_re_context context = ep_re_behind(s, log->end);
    /* The first that may; the last one is left when it is none of the others. */
    ep_byte before = 0;
    log->last = -1;
    for (int i = 0; i < d->live_count; i++) {
        const ep_re_node *node = &d->node[d->live[i]];
        if (node->kind != EP_RE_END || ep_re_is_none(row[d->live[i]]))
            continue;
        ep_byte may = row[d->live[i]] & ep_re_left(node->constraint, context);
        if (ep_re_is_none(may))
            continue;
        if (log->last >= 0 && before)
            return;
        log->last = d->live[i];
        before = may;
    }
}

/* Leaves in the log what leads to the end of the match. Returns whether the
 * beginning does, which is glibc's second look. */
static ep_byte ep_re_sift(const ep_re_search *s, ep_re_log *log) {
    const struct re_dfa_t *d = s->d;
    ep_byte any = 0;
    for (int at = log->end; at >= log->begin; at--) {
        ep_byte *row = ep_re_row(s, log, at);
        const ep_byte *next = row + d->nodes;
        int end = at == log->end;
        ep_byte c = end ? 0 : (ep_byte)s->text[at];
        ep_re_context context = end ? (ep_re_context){0, 0, 0} : ep_re_behind(s, at);
        any = 0;
        for (int i = 0; i < d->live_count; i++) {
            int at_node = d->live[i];
            const ep_re_node *node = &d->node[at_node];
            if (ep_re_is_none(row[at_node]))
                continue;
            if (end)
                row[at_node] = at_node == log->last;
            else if (node->kind == EP_RE_END || ep_re_is_none(next[node->next]))
                row[at_node] = 0;
            else
                row[at_node] &= next[node->next] & ep_re_consumes(s, node, c, context);
            any |= row[at_node];
        }
        for (int x = 0; x < d->nodes; x++) {
            const ep_re_node *node = &d->node[x];
            if (node->kind <= EP_RE_END || ep_re_is_none(row[x]))
                continue;
            ep_byte leads = 0;
            for (int w = node->ways; w < node->live; w++)
                leads |= row[d->ways[w]];
            row[x] &= leads;
            any |= row[x];
        }
    }
    return any;
}

/* Notes that the path of the groups comes by `node`. */
static void ep_re_note(const ep_re_search *s, const ep_re_log *log, int node, int at,
                       size_t count, regmatch_t *match) {
    const ep_re_node *n = &s->d->node[node];
    size_t group = (size_t)n->argument + 1;
    if ((n->kind != EP_RE_OPEN && n->kind != EP_RE_CLOSE) || group >= count)
        return;
    if (n->kind == EP_RE_OPEN) {
        match[group] = (regmatch_t){at, -1};
    } else if (match[group].rm_so < at) {
        match[group].rm_eo = at;
        memcpy(log->before, match, count * sizeof *match);
    } else if (n->optional && log->before[group].rm_so != -1) {
        /* Once more, and with nothing: as if it had not been. */
        memcpy(match, log->before, count * sizeof *match);
    } else {
        match[group].rm_eo = at;
    }
}

/* Where to go from a node that does not consume: the first way that is in the
 * log, the second when the first was gone since the last byte. -1: nowhere. */
static int ep_re_way(const ep_re_node *node, const ep_byte *row, const ep_byte *via, int sure) {
    int one = node->to[0], other = node->to[1];
    if (other < 0)
        return sure || row[one] ? one : -1;
    if (sure && ep_re_is_none(row[other]))
        return one;
    if (!row[one])
        return sure || row[other] ? other : -1;
    if (via[one] && row[other])
        return other;
    return one;
}

/* The groups of a match: 0, or EP_REG_NOMATCH. */
static int ep_re_groups(const ep_re_search *s, ep_re_log *log, size_t count, regmatch_t *match,
                        int sure) {
    const struct re_dfa_t *d = s->d;
    int node = d->start, at = log->begin, again = 0;
    for (size_t i = 1; i < count; i++)
        match[i] = (regmatch_t){-1, -1};
    match[0] = (regmatch_t){log->begin, log->end};
    memcpy(log->before, match, count * sizeof *match);
    memset(log->via, 0, (size_t)d->nodes);
    while (at <= log->end) {
        ep_re_note(s, log, node, at, count, match);
        if (at == log->end && node == log->last)
            break;
        const ep_re_node *n = &d->node[node];
        if (n->kind > EP_RE_END) {
            again = log->via[node] ? again + 1 : 0;
            if (again > d->nodes)
                __ep_unsupported("groups of a match that glibc looks for without end");
            log->via[node] = 1;
            node = ep_re_way(n, ep_re_row(s, log, at), log->via, sure);
        } else if (n->kind == EP_RE_END || at >= s->length) {
            node = -1;
        } else if (sure || ep_re_consumes(s, n, (ep_byte)s->text[at], ep_re_behind(s, at))) {
            memset(log->via, 0, (size_t)d->nodes);
            node = n->next;
            at++;
        } else {
            node = -1;
        }
        if (node < 0)
            return EP_REG_NOMATCH;
    }
    return 0;
}

/* The groups of the match that was found: -1 when glibc goes on searching. */
static int ep_re_find_groups(const ep_re_search *s, ep_re_log *log, size_t count,
                             regmatch_t *match) {
    const struct re_dfa_t *d = s->d;
    size_t rows = (size_t)(log->end - log->begin + 1) * (size_t)d->nodes;
    size_t numbers = count * sizeof(regmatch_t);
    char *block = __ep_own_block(numbers + rows + (size_t)d->nodes);
    if (block == NULL)
        return EP_REG_ESPACE;
    log->before = (regmatch_t *)block;
    log->rows = (ep_byte *)block + numbers;
    log->via = log->rows + rows;
    ep_re_fill_log(s, log);
    /* Else both looks see the same, and what is in a set is reached by nodes in it. */
    int odd = d->gaps || (d->newline_consumed && !s->newline_anchor);
    int result;
    if (d->plural && !ep_re_sift(s, log) && odd)
        result = -1;
    else
        result = ep_re_groups(s, log, count, match, !odd);
    free(block);
    return result;
}

/* Searches from `first` to `last`, whichever is the greater: 0 with the places
 * of `count` groups, or the error. */
static int ep_re_find(const ep_re_search *s, int first, int last, size_t count,
                      regmatch_t *match) {
    const struct re_dfa_t *d = s->d;
    if (d->references > 0)
        __ep_unsupported("a back-reference in a regular expression");
    size_t rest = (size_t)s->length + 1, nodes = (size_t)d->nodes;
    ep_byte *set = __ep_own_block(2 * nodes + rest);
    if (set == NULL)
        return EP_REG_ESPACE;
    memset(set, 0, 2 * nodes);
    int result = EP_REG_NOMATCH, step = last < first ? -1 : 1;
    if (count == 0) {
        int low = step < 0 ? last : first, high = step < 0 ? first : last;
        result = ep_re_any_match(s, low, high, set, set + nodes) ? 0 : EP_REG_NOMATCH;
    } else {
        for (int at = first;; at += step) {
            int end = ep_re_longest(s, at, set, set + nodes, set + 2 * nodes), by = 0;
            if (d->slips && end == at && first <= last)
                by = ep_re_slip(s, at, set, set + nodes) - at;
            ep_re_log log = {.begin = at, .end = end};
            if (end >= 0 && count > 1) {
                result = ep_re_find_groups(s, &log, count, match);
            } else if (end >= 0) {
                match[0] = (regmatch_t){at, end};
                result = 0;
            }
            for (size_t i = 0; by > 0 && result == 0 && i < count; i++)
                if (match[i].rm_so != -1) {
                    match[i].rm_so += by;
                    match[i].rm_eo += by;
                }
            if (end >= 0 && result >= 0)
                break;
            result = EP_REG_NOMATCH;
            at += by;
            if (step < 0 ? at <= last : at >= last)
                break;
        }
    }
    free(set);
    return result;
}

/* As glibc's search: all `count` places are filled where there is a match. */
static int ep_re_search_in(const regex_t *r, const char *text, int length, int first, int last,
                           int stop, size_t count, regmatch_t *match, int flags) {
    const struct re_dfa_t *d = r->buffer;
    size_t groups = count > r->re_nsub ? r->re_nsub + 1 : count;
    if (r->used == 0)
        return EP_REG_NOMATCH;
    if (d->translated != (r->translate != NULL))
        __ep_unsupported("a regular expression whose translation table was changed");
    for (int i = 0; d->translated && i < 256; i++)
        if (r->translate[i] != d->translate[i])
            __ep_unsupported("a regular expression whose translation table was changed");
    ep_re_search s = {.d = d,
                      .text = text,
                      .length = length,
                      .stop = stop < length ? stop : length,
                      .no_begin = (flags & EP_REG_NOTBOL) != 0,
                      .no_end = (flags & EP_REG_NOTEOL) != 0,
                      .newline_anchor = r->newline_anchor};
    int result = ep_re_find(&s, first, last, groups, match);
    if (result != 0)
        return result;
    for (size_t i = groups; i < count; i++)
        match[i] = (regmatch_t){-1, -1};
    for (size_t i = 0; i + 1 < groups; i++)
        match[i + 1] = match[d->same[i] + 1];
    return 0;
}
