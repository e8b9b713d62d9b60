/* From the text of a regular expression to a tree. What is special where, and
 * which error is told first, are glibc's. A pattern is known on its path. */

static ep_re_tree *ep_re_tree_at(ep_re_parser *p, int i) {
    return (ep_re_tree *)p->trees.data + i;
}

static ep_re_set *ep_re_set_at(ep_re_parser *p, int i) {
    return (ep_re_set *)p->sets.data + i;
}

/* Room for `more` of them: 0 when there is no memory. */
static int ep_re_room(ep_re_list *list, int more, size_t size) {
    if (list->count > EP_RE_MOST_WAYS - more)
        __ep_unsupported("a regular expression that is too large");
    if (list->count + more <= list->room)
        return 1;
    int room = 2 * (list->count + more) + 30;
    char *data = __ep_own_block((size_t)room * size);
    if (data == NULL)
        return 0;
    if (list->data != NULL) {
        memcpy(data, list->data, (size_t)list->count * size);
        free(list->data);
    }
    list->data = data;
    list->room = room;
    return 1;
}

static int ep_re_fail(ep_re_parser *p, int error) {
    if (p->error == 0)
        p->error = error;
    return -1;
}

static int ep_re_new_tree(ep_re_parser *p, int kind, int argument, int left, int right) {
    if (p->trees.count >= EP_RE_MOST)
        __ep_unsupported("a regular expression that is too large");
    if (!ep_re_room(&p->trees, 1, sizeof(ep_re_tree)))
        return ep_re_fail(p, EP_REG_ESPACE);
    int i = p->trees.count++;
    ep_re_tree *t = ep_re_tree_at(p, i);
    *t = (ep_re_tree){.kind = (ep_byte)kind,
                      .argument = argument,
                      .left = left,
                      .right = right,
                      .parent = -1,
                      .node = -1,
                      .next = -1};
    if (left >= 0)
        ep_re_tree_at(p, left)->parent = i;
    if (right >= 0)
        ep_re_tree_at(p, right)->parent = i;
    return i;
}

static int ep_re_new_set(ep_re_parser *p) {
    if (!ep_re_room(&p->sets, 1, sizeof(ep_re_set)))
        return ep_re_fail(p, EP_REG_ESPACE);
    *ep_re_set_at(p, p->sets.count) = (ep_re_set){{0}};
    return p->sets.count++;
}

static int ep_re_has(const ep_re_set *set, int c) {
    return set->bits[c >> 5] >> (c & 31) & 1;
}

static void ep_re_add(ep_re_set *set, int c) {
    set->bits[c >> 5] |= 1u << (c & 31);
}

static int ep_re_upper(int c) {
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

/* The byte as it is written, and as it is compared. */
static int ep_re_raw(ep_re_parser *p, int at) {
    return (ep_byte)__ep_fixed((ep_byte)p->pattern[at]);
}

static int ep_re_byte(ep_re_parser *p, int at) {
    int c = ep_re_raw(p, at);
    if (p->translate != NULL)
        c = p->translate[c];
    return p->syntax & EP_RE_ICASE ? ep_re_upper(c) : c;
}

/* What a backslash and `c` mean. */
static void ep_re_escape(ep_re_token *t, int c, unsigned long syntax) {
    int gnu = !(syntax & EP_RE_NO_GNU_OPS);
    int operators = !(syntax & EP_RE_LIMITED_OPS);
    int anchor = 0;
    t->kind = EP_RE_CHAR;
    t->c = (ep_byte)c;
    if (c == '|') {
        if (operators && !(syntax & EP_RE_NO_BK_VBAR))
            t->kind = EP_RE_ALT;
    } else if (c >= '1' && c <= '9') {
        if (!(syntax & EP_RE_NO_BK_REFS)) {
            t->kind = EP_RE_BACK;
            t->argument = c - '1';
            t->c = 0;
        }
    } else if (c == '(' || c == ')') {
        if (!(syntax & EP_RE_NO_BK_PARENS))
            t->kind = c == '(' ? EP_RE_OPEN : EP_RE_CLOSE;
    } else if (c == '+' || c == '?') {
        if (operators && (syntax & EP_RE_BK_PLUS_QM))
            t->kind = c == '+' ? EP_RE_PLUS : EP_RE_QUESTION;
    } else if (c == '{' || c == '}') {
        if ((syntax & EP_RE_INTERVALS) && !(syntax & EP_RE_NO_BK_BRACES))
            t->kind = c == '{' ? EP_RE_OPEN_NUMBER : EP_RE_CLOSE_NUMBER;
    } else if (gnu) {
        if (c == '<')
            anchor = EP_RE_AFTER_NO_WORD | EP_RE_BEFORE_WORD;
        else if (c == '>')
            anchor = EP_RE_AFTER_WORD | EP_RE_BEFORE_NO_WORD;
        else if (c == '`')
            anchor = EP_RE_AT_BEGIN;
        else if (c == '\'')
            anchor = EP_RE_AT_END;
        else if (c == 'b' || c == 'B')
            anchor = c; /* two anchors: see ep_re_anchor */
        else if (c == 'w' || c == 'W' || c == 's' || c == 'S')
            t->kind = EP_RE_CLASS;
        if (anchor != 0) {
            t->kind = EP_RE_ANCHOR;
            t->argument = anchor;
        }
    }
}

static int ep_re_peek(ep_re_parser *p, ep_re_token *t, unsigned long syntax);

/* Whether `$` here is an anchor. */
static int ep_re_is_last(ep_re_parser *p, unsigned long syntax) {
    if ((syntax & EP_RE_CONTEXT_INDEP_ANCHORS) || p->at + 1 == p->length)
        return 1;
    ep_re_token next;
    p->at++;
    ep_re_peek(p, &next, syntax);
    p->at--;
    return next.kind == EP_RE_ALT || next.kind == EP_RE_CLOSE;
}

/* The token here: its length. */
static int ep_re_peek(ep_re_parser *p, ep_re_token *t, unsigned long syntax) {
    *t = (ep_re_token){.kind = EP_RE_END};
    if (p->at >= p->length)
        return 0;
    int c = ep_re_byte(p, p->at);
    int operators = !(syntax & EP_RE_LIMITED_OPS);
    t->c = (ep_byte)c;
    if (c == '\\') {
        t->kind = EP_RE_BACKSLASH;
        if (p->at + 1 >= p->length)
            return 1;
        ep_re_escape(t, ep_re_raw(p, p->at + 1), syntax);
        return 2;
    }
    t->kind = EP_RE_CHAR;
    if (c == '\n') {
        if (syntax & EP_RE_NEWLINE_ALT)
            t->kind = EP_RE_ALT;
    } else if (c == '|') {
        if (operators && (syntax & EP_RE_NO_BK_VBAR))
            t->kind = EP_RE_ALT;
    } else if (c == '*') {
        t->kind = EP_RE_STAR;
    } else if (c == '+' || c == '?') {
        if (operators && !(syntax & EP_RE_BK_PLUS_QM))
            t->kind = c == '+' ? EP_RE_PLUS : EP_RE_QUESTION;
    } else if (c == '{' || c == '}') {
        if ((syntax & EP_RE_INTERVALS) && (syntax & EP_RE_NO_BK_BRACES))
            t->kind = c == '{' ? EP_RE_OPEN_NUMBER : EP_RE_CLOSE_NUMBER;
    } else if (c == '(' || c == ')') {
        if (syntax & EP_RE_NO_BK_PARENS)
            t->kind = c == '(' ? EP_RE_OPEN : EP_RE_CLOSE;
    } else if (c == '[') {
        t->kind = EP_RE_BRACKET;
    } else if (c == '.') {
        t->kind = EP_RE_ANY;
    } else if (c == '^') {
        unsigned long anywhere = EP_RE_CONTEXT_INDEP_ANCHORS | EP_RE_CARET_ANCHORS_HERE;
        int here = (syntax & anywhere) || p->at == 0;
        if (here || ((syntax & EP_RE_NEWLINE_ALT) && ep_re_byte(p, p->at - 1) == '\n')) {
            t->kind = EP_RE_ANCHOR;
            t->argument = EP_RE_AFTER_NEWLINE;
        }
    } else if (c == '$' && ep_re_is_last(p, syntax)) {
        t->kind = EP_RE_ANCHOR;
        t->argument = EP_RE_BEFORE_NEWLINE;
    }
    return 1;
}

static void ep_re_fetch(ep_re_parser *p, ep_re_token *t, unsigned long syntax) {
    p->at += ep_re_peek(p, t, syntax);
}

/* The token here inside brackets: its length. */
static int ep_re_peek_inside(ep_re_parser *p, ep_re_token *t) {
    *t = (ep_re_token){.kind = EP_RE_END};
    if (p->at >= p->length)
        return 0;
    int c = ep_re_byte(p, p->at);
    t->kind = EP_RE_CHAR;
    t->c = (ep_byte)c;
    if (c == '\\' && (p->syntax & EP_RE_BACKSLASH_ESCAPE_IN_LISTS) && p->at + 1 < p->length) {
        t->c = (ep_byte)ep_re_byte(p, ++p->at);
        return 1;
    }
    if (c == '[') {
        int next = p->at + 1 < p->length ? ep_re_byte(p, p->at + 1) : 0;
        if (next == '.')
            t->kind = EP_RE_COLLATING;
        else if (next == '=')
            t->kind = EP_RE_EQUIVALENCE;
        else if (next == ':' && (p->syntax & EP_RE_CHAR_CLASSES))
            t->kind = EP_RE_NAMED;
        else
            return 1;
        t->c = (ep_byte)next;
        return 2;
    }
    if (c == '-')
        t->kind = EP_RE_RANGE;
    else if (c == ']')
        t->kind = EP_RE_CLOSE_BRACKET;
    else if (c == '^')
        t->kind = EP_RE_NOT;
    return 1;
}

#define EP_RE_NAME 32

/* One element of a bracket expression. */
typedef struct {
    ep_byte kind; /* EP_RE_CHAR, EP_RE_COLLATING, EP_RE_EQUIVALENCE, EP_RE_NAMED */
    ep_byte c;
    ep_byte name[EP_RE_NAME];
} ep_re_element;

/* "[:name:]" and its like, behind the first two bytes. */
static void ep_re_symbol(ep_re_parser *p, ep_re_element *e, const ep_re_token *t) {
    if (p->at >= p->length) {
        ep_re_fail(p, EP_REG_EBRACK);
        return;
    }
    int i = 0;
    for (;; i++) {
        if (i >= EP_RE_NAME) {
            ep_re_fail(p, EP_REG_EBRACK);
            return;
        }
        int c = t->kind == EP_RE_NAMED ? ep_re_raw(p, p->at) : ep_re_byte(p, p->at);
        p->at++;
        if (p->at >= p->length) {
            ep_re_fail(p, EP_REG_EBRACK);
            return;
        }
        if (c == t->c && ep_re_byte(p, p->at) == ']')
            break;
        e->name[i] = (ep_byte)c;
    }
    p->at++;
    e->name[i] = 0;
    e->kind = t->kind;
}

static void ep_re_one(ep_re_parser *p, ep_re_element *e, const ep_re_token *t, int length,
                      int hyphen) {
    p->at += length;
    if (t->kind == EP_RE_COLLATING || t->kind == EP_RE_NAMED || t->kind == EP_RE_EQUIVALENCE) {
        ep_re_symbol(p, e, t);
        return;
    }
    if (t->kind == EP_RE_RANGE && !hyphen) {
        ep_re_token next;
        ep_re_peek_inside(p, &next);
        if (next.kind != EP_RE_CLOSE_BRACKET) {
            ep_re_fail(p, EP_REG_ERANGE);
            return;
        }
    }
    e->kind = EP_RE_CHAR;
    e->c = t->c;
}

static int ep_re_is_named(const ep_byte *name, const char *other) {
    while (*name != 0 && *name == (ep_byte)*other)
        name++, other++;
    return *name == (ep_byte)*other;
}

/* Whether `c` is in the class of this number below. */
static int ep_re_in_class(int class, int c) {
    int lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
    int graph = c > ' ' && c <= '~';
    switch (class) {
    case 0: return lower | upper | digit;
    case 1: return c < 32 || c == 127;
    case 2: return lower;
    case 3: return c == ' ' || (c >= '\t' && c <= '\r');
    case 4: return lower | upper;
    case 5: return digit;
    case 6: return graph | (c == ' ');
    case 7: return upper;
    case 8: return c == ' ' || c == '\t';
    case 9: return graph;
    case 10: return graph && !(lower | upper | digit);
    default: return digit | ((c | 32) >= 'a' && (c | 32) <= 'f');
    }
}

static void ep_re_add_class(ep_re_parser *p, ep_re_set *set, int class) {
    for (int c = 0; c < 256; c++)
        if (ep_re_in_class(class, c))
            ep_re_add(set, p->translate != NULL ? p->translate[c] : c);
}

static void ep_re_add_named(ep_re_parser *p, ep_re_set *set, const ep_byte *name) {
    static const char names[12][8] = {"alnum", "cntrl", "lower", "space", "alpha", "digit",
                                      "print", "upper", "blank", "graph", "punct", "xdigit"};
    for (int i = 0; i < 12; i++)
        if (ep_re_is_named(name, names[i])) {
            int letters = (p->syntax & EP_RE_ICASE) && (i == 2 || i == 7);
            ep_re_add_class(p, set, letters ? 4 : i);
            return;
        }
    ep_re_fail(p, EP_REG_ECTYPE);
}

/* The byte at an end of a range, or -1. */
static int ep_re_range_end(const ep_re_element *e) {
    if (e->kind == EP_RE_CHAR)
        return e->c;
    return e->name[0] != 0 && e->name[1] == 0 ? e->name[0] : -1;
}

static void ep_re_add_range(ep_re_parser *p, ep_re_set *set, const ep_re_element *from,
                            const ep_re_element *to) {
    if (from->kind == EP_RE_EQUIVALENCE || from->kind == EP_RE_NAMED ||
        to->kind == EP_RE_EQUIVALENCE || to->kind == EP_RE_NAMED) {
        ep_re_fail(p, EP_REG_ERANGE);
        return;
    }
    int low = ep_re_range_end(from), high = ep_re_range_end(to);
    if (low < 0 || high < 0)
        ep_re_fail(p, EP_REG_ECOLLATE);
    else if ((p->syntax & EP_RE_NO_EMPTY_RANGES) && low > high)
        ep_re_fail(p, EP_REG_ERANGE);
    else
        for (int c = low; c <= high; c++)
            ep_re_add(set, c);
}

static void ep_re_add_element(ep_re_parser *p, ep_re_set *set, const ep_re_element *e) {
    if (e->kind == EP_RE_NAMED)
        ep_re_add_named(p, set, e->name);
    else if (e->kind != EP_RE_CHAR && (e->name[0] == 0 || e->name[1] != 0))
        ep_re_fail(p, EP_REG_ECOLLATE);
    else
        ep_re_add(set, e->kind == EP_RE_CHAR ? e->c : e->name[0]);
}

/* A bracket expression, behind its "[": the tree. */
static int ep_re_bracket(ep_re_parser *p) {
    ep_re_set set = {{0}};
    ep_re_token t;
    int length = ep_re_peek_inside(p, &t), not = 0;
    if (t.kind == EP_RE_NOT) {
        not = 1;
        if (p->syntax & EP_RE_HAT_LISTS_NOT_NEWLINE)
            ep_re_add(&set, '\n');
        p->at += length;
        length = ep_re_peek_inside(p, &t);
    }
    if (t.kind == EP_RE_END)
        return ep_re_fail(p, EP_REG_BADPAT);
    if (t.kind == EP_RE_CLOSE_BRACKET)
        t.kind = EP_RE_CHAR;
    for (int first = 1;; first = 0) {
        ep_re_element from, to;
        ep_re_one(p, &from, &t, length, first);
        if (p->error != 0)
            return -1;
        int range = 0;
        length = ep_re_peek_inside(p, &t);
        if (from.kind != EP_RE_NAMED && from.kind != EP_RE_EQUIVALENCE) {
            if (t.kind == EP_RE_END)
                return ep_re_fail(p, EP_REG_EBRACK);
            if (t.kind == EP_RE_RANGE) {
                ep_re_token end;
                p->at += length;
                int end_length = ep_re_peek_inside(p, &end);
                if (end.kind == EP_RE_END)
                    return ep_re_fail(p, EP_REG_EBRACK);
                if (end.kind == EP_RE_CLOSE_BRACKET) {
                    p->at -= length;
                    t.kind = EP_RE_CHAR;
                } else {
                    range = 1;
                    ep_re_one(p, &to, &end, end_length, 1);
                    if (p->error != 0)
                        return -1;
                    length = ep_re_peek_inside(p, &t);
                }
            }
        }
        if (range)
            ep_re_add_range(p, &set, &from, &to);
        else
            ep_re_add_element(p, &set, &from);
        if (p->error != 0)
            return -1;
        if (t.kind == EP_RE_END)
            return ep_re_fail(p, EP_REG_EBRACK);
        if (t.kind == EP_RE_CLOSE_BRACKET)
            break;
    }
    p->at += length;
    for (int i = 0; i < 8; i++)
        set.bits[i] ^= not ? ~0u : 0;
    int i = ep_re_new_set(p);
    if (i < 0)
        return -1;
    *ep_re_set_at(p, i) = set;
    return ep_re_new_tree(p, EP_RE_SET, i, -1, -1);
}

/* \w \W \s \S */
static int ep_re_class_tree(ep_re_parser *p, int c) {
    int i = ep_re_new_set(p);
    if (i < 0)
        return -1;
    ep_re_set *set = ep_re_set_at(p, i);
    if ((c | 32) == 'w') {
        ep_re_add_class(p, set, 0);
        ep_re_add(set, '_');
    } else {
        ep_re_add_class(p, set, 3);
    }
    for (int k = 0; k < 8; k++)
        set->bits[k] ^= c < 'a' ? ~0u : 0;
    return ep_re_new_tree(p, EP_RE_SET, i, -1, -1);
}

static int ep_re_anchor(ep_re_parser *p, int anchor) {
    p->words |= anchor == 'b' || anchor == 'B' || (anchor & EP_RE_WORDS);
    if (anchor != 'b' && anchor != 'B')
        return ep_re_new_tree(p, EP_RE_ANCHOR, anchor, -1, -1);
    int b = anchor == 'b';
    int first = ep_re_new_tree(
        p, EP_RE_ANCHOR,
        b ? EP_RE_AFTER_NO_WORD | EP_RE_BEFORE_WORD : EP_RE_AFTER_WORD | EP_RE_BEFORE_WORD, -1, -1);
    int last = ep_re_new_tree(
        p, EP_RE_ANCHOR,
        b ? EP_RE_AFTER_WORD | EP_RE_BEFORE_NO_WORD : EP_RE_AFTER_NO_WORD | EP_RE_BEFORE_NO_WORD,
        -1, -1);
    return p->error != 0 ? -1 : ep_re_new_tree(p, EP_RE_ALT, 0, first, last);
}

/* The number here: -1 none, -2 something else; at most one too large. */
static int ep_re_number(ep_re_parser *p, ep_re_token *t) {
    int n = -1;
    for (;;) {
        ep_re_fetch(p, t, p->syntax);
        if (t->kind == EP_RE_END)
            return -2;
        if (t->kind == EP_RE_CLOSE_NUMBER || t->c == ',')
            return n;
        if (t->kind != EP_RE_CHAR || t->c < '0' || t->c > '9' || n == -2)
            n = -2;
        else if (n == -1)
            n = t->c - '0';
        else
            n = n * 10 + t->c - '0' > 0x7fff ? 0x8000 : n * 10 + t->c - '0';
    }
}

/* "{…}", behind its "{": 0 when it is none and stands for itself. */
static int ep_re_interval(ep_re_parser *p, ep_re_token *t, int *least, int *most) {
    int at = p->at;
    ep_re_token begin = *t;
    *most = 0;
    *least = ep_re_number(p, t);
    int comma = t->kind == EP_RE_CHAR && t->c == ',';
    if (*least == -1) {
        if (!comma) {
            ep_re_fail(p, EP_REG_BADBR);
            return 1;
        }
        *least = 0;
    }
    if (*least != -2)
        *most = t->kind == EP_RE_CLOSE_NUMBER ? *least : comma ? ep_re_number(p, t) : -2;
    if (*least == -2 || *most == -2) {
        if (!(p->syntax & EP_RE_INVALID_INTERVAL_ORD)) {
            ep_re_fail(p, t->kind == EP_RE_END ? EP_REG_EBRACE : EP_REG_BADBR);
            return 1;
        }
        p->at = at;
        *t = begin;
        t->kind = EP_RE_CHAR;
        return 0;
    }
    if ((*most != -1 && *least > *most) || t->kind != EP_RE_CLOSE_NUMBER)
        ep_re_fail(p, EP_REG_BADBR);
    else if ((*most == -1 ? *least : *most) > 0x7fff)
        ep_re_fail(p, EP_REG_ESIZE);
    return 1;
}

/* A copy of the trees from `begin` to `end`: how much further it stands. */
static int ep_re_copy(ep_re_parser *p, int begin, int end) {
    int n = end - begin, by = p->trees.count - begin;
    if (n > EP_RE_MOST - p->trees.count)
        __ep_unsupported("a regular expression that is too large");
    if (!ep_re_room(&p->trees, n, sizeof(ep_re_tree))) {
        ep_re_fail(p, EP_REG_ESPACE);
        return 0;
    }
    for (int i = begin; i < end; i++) {
        ep_re_tree t = *ep_re_tree_at(p, i);
        t.copied = 1;
        t.optional = 0;
        t.left += t.left >= 0 ? by : 0;
        t.right += t.right >= 0 ? by : 0;
        t.parent += t.parent >= 0 ? by : 0;
        *ep_re_tree_at(p, i + by) = t;
    }
    p->trees.count += n;
    return by;
}

/* `element`, whose trees begin at `begin`, repeated as the token says. */
static int ep_re_repeat(ep_re_parser *p, int element, int begin, ep_re_token *t) {
    int least = t->kind == EP_RE_PLUS, most = t->kind == EP_RE_QUESTION ? 1 : -1;
    if (t->kind == EP_RE_OPEN_NUMBER && !ep_re_interval(p, t, &least, &most))
        return element;
    if (p->error != 0)
        return -1;
    ep_re_fetch(p, t, p->syntax);
    if (element < 0 || (least == 0 && most == 0))
        return -1;
    int end = p->trees.count, before = -1, part = element, last = -1;
    if (least > 0) {
        before = element;
        for (int i = 2; i <= least; i++) {
            part = element + ep_re_copy(p, begin, end);
            before = ep_re_new_tree(p, EP_RE_CAT, 0, before, part);
        }
        if (least == most || p->error != 0)
            return before;
        last = least > 1 ? part : -1;
        part = element + ep_re_copy(p, begin, end);
    }
    if (ep_re_tree_at(p, part)->kind == EP_RE_GROUP) {
        ep_re_tree_at(p, part)->optional = 1;
        /* glibc's walk goes on to the copy before. */
        if (last >= 0)
            ep_re_tree_at(p, last)->optional = 1;
    }
    int tree = ep_re_new_tree(p, most == -1 ? EP_RE_STAR : EP_RE_ALT, 0, part, -1);
    for (int i = least + 2; i <= most && p->error == 0; i++) {
        part = element + ep_re_copy(p, begin, end);
        tree = ep_re_new_tree(p, EP_RE_CAT, 0, tree, part);
        tree = ep_re_new_tree(p, EP_RE_ALT, 0, tree, -1);
    }
    return before < 0 ? tree : ep_re_new_tree(p, EP_RE_CAT, 0, before, tree);
}

static int ep_re_alternatives(ep_re_parser *p, ep_re_token *t, int depth);

/* A group, behind its "(". */
static int ep_re_group(ep_re_parser *p, ep_re_token *t, int depth) {
    int group = (int)p->groups++, tree = -1;
    ep_re_fetch(p, t, p->syntax | EP_RE_CARET_ANCHORS_HERE);
    if (t->kind != EP_RE_CLOSE) {
        tree = ep_re_alternatives(p, t, depth);
        if (p->error == 0 && t->kind != EP_RE_CLOSE)
            ep_re_fail(p, EP_REG_EPAREN);
        if (p->error != 0)
            return -1;
    }
    if (group < 9)
        p->finished |= 1u << group;
    return ep_re_new_tree(p, EP_RE_GROUP, group, tree, -1);
}

/* An operator where none can be: 1 when it is skipped, else it stands for itself. */
static int ep_re_misplaced(ep_re_parser *p, ep_re_token *t) {
    unsigned long syntax = p->syntax;
    if (t->kind == EP_RE_OPEN_NUMBER && (syntax & EP_RE_CONTEXT_INVALID_DUP))
        ep_re_fail(p, EP_REG_BADRPT);
    else if (t->kind == EP_RE_CLOSE_NUMBER)
        return 0;
    else if (t->kind == EP_RE_CLOSE) {
        if (!(syntax & EP_RE_UNMATCHED_RIGHT_PAREN_ORD))
            ep_re_fail(p, EP_REG_ERPAREN);
    } else if (syntax & EP_RE_CONTEXT_INVALID_OPS)
        ep_re_fail(p, EP_REG_BADRPT);
    else
        return (syntax & EP_RE_CONTEXT_INDEP_OPS) != 0;
    return 0;
}

static int ep_re_reference(ep_re_parser *p, int group) {
    if (!(p->finished >> group & 1))
        return ep_re_fail(p, EP_REG_ESUBREG);
    p->named |= 1u << group;
    p->references++;
    return ep_re_new_tree(p, EP_RE_BACK, group, -1, -1);
}

/* What may be repeated, with what repeats it. -1 without an error: nothing. */
static int ep_re_expression(ep_re_parser *p, ep_re_token *t, int depth) {
    int begin = p->trees.count, tree = -1;
    for (;;) {
        switch (t->kind) {
        case EP_RE_CHAR:
            tree = ep_re_new_tree(p, EP_RE_CHAR, t->c, -1, -1);
            break;
        case EP_RE_OPEN:
            tree = ep_re_group(p, t, depth + 1);
            break;
        case EP_RE_BRACKET:
            tree = ep_re_bracket(p);
            break;
        case EP_RE_BACK:
            tree = ep_re_reference(p, t->argument);
            break;
        case EP_RE_ANCHOR:
            tree = ep_re_anchor(p, t->argument);
            ep_re_fetch(p, t, p->syntax);
            return tree;
        case EP_RE_ANY:
            tree = ep_re_new_tree(p, EP_RE_ANY, 0, -1, -1);
            break;
        case EP_RE_CLASS:
            tree = ep_re_class_tree(p, t->c);
            break;
        case EP_RE_ALT:
        case EP_RE_END:
            return -1;
        case EP_RE_BACKSLASH:
            return ep_re_fail(p, EP_REG_EESCAPE);
        default:
            if (ep_re_misplaced(p, t)) {
                ep_re_fetch(p, t, p->syntax);
                continue;
            }
            tree = p->error != 0 ? -1 : ep_re_new_tree(p, EP_RE_CHAR, t->c, -1, -1);
        }
        break;
    }
    if (p->error != 0)
        return -1;
    ep_re_fetch(p, t, p->syntax);
    while (t->kind == EP_RE_STAR || t->kind == EP_RE_PLUS || t->kind == EP_RE_QUESTION ||
           t->kind == EP_RE_OPEN_NUMBER) {
        tree = ep_re_repeat(p, tree, begin, t);
        if (p->error == 0 && (p->syntax & EP_RE_CONTEXT_INVALID_DUP) &&
            (t->kind == EP_RE_STAR || t->kind == EP_RE_OPEN_NUMBER))
            ep_re_fail(p, EP_REG_BADRPT);
        if (p->error != 0)
            return -1;
    }
    return tree;
}

static int ep_re_branch(ep_re_parser *p, ep_re_token *t, int depth) {
    int tree = ep_re_expression(p, t, depth);
    while (p->error == 0 && t->kind != EP_RE_ALT && t->kind != EP_RE_END &&
           (depth == 0 || t->kind != EP_RE_CLOSE)) {
        int more = ep_re_expression(p, t, depth);
        if (p->error == 0 && tree >= 0 && more >= 0)
            tree = ep_re_new_tree(p, EP_RE_CAT, 0, tree, more);
        else if (tree < 0)
            tree = more;
    }
    return tree;
}

static int ep_re_alternatives(ep_re_parser *p, ep_re_token *t, int depth) {
    unsigned before = p->finished;
    int tree = ep_re_branch(p, t, depth);
    while (p->error == 0 && t->kind == EP_RE_ALT) {
        int branch = -1;
        ep_re_fetch(p, t, p->syntax | EP_RE_CARET_ANCHORS_HERE);
        if (t->kind != EP_RE_ALT && t->kind != EP_RE_END &&
            (depth == 0 || t->kind != EP_RE_CLOSE)) {
            unsigned finished = p->finished;
            p->finished = before;
            branch = ep_re_branch(p, t, depth);
            p->finished |= finished;
        }
        if (p->error == 0)
            tree = ep_re_new_tree(p, EP_RE_ALT, 0, tree, branch);
    }
    return tree;
}

/* The tree of the whole pattern with its end. */
static int ep_re_parse(ep_re_parser *p) {
    ep_re_token t;
    for (int i = 0; i < p->length; i++)
        if (klee_is_symbolic(__ep_fixed((ep_byte)p->pattern[i])))
            __ep_unsupported("a regular expression that depends on inputs");
    ep_re_fetch(p, &t, p->syntax | EP_RE_CARET_ANCHORS_HERE);
    int tree = ep_re_alternatives(p, &t, 0);
    int end = p->error != 0 ? -1 : ep_re_new_tree(p, EP_RE_END, 0, -1, -1);
    if (p->error != 0)
        return -1;
    return tree < 0 ? end : ep_re_new_tree(p, EP_RE_CAT, 0, tree, end);
}
