/* From a tree to the automaton, and into one block. */

typedef struct {
    ep_re_parser *p;
    ep_re_list nodes, ways, classes, ranges, live, stack;
    ep_re_set *sets; /* of the classes, as bytes are compared */
    int error;
} ep_re_builder;

static ep_re_node *ep_re_node_at(ep_re_builder *b, int i) {
    return (ep_re_node *)b->nodes.data + i;
}

static void ep_re_push(ep_re_builder *b, ep_re_list *list, int number) {
    if (!ep_re_room(list, 1, sizeof number)) {
        b->error = EP_REG_ESPACE;
        return;
    }
    ((int *)list->data)[list->count++] = number;
}

/* Walks without recursion: a branch of a pattern is as deep as it is long. */
static int ep_re_lowest(ep_re_parser *p, int t) {
    for (;;) {
        const ep_re_tree *tree = ep_re_tree_at(p, t);
        if (tree->left >= 0)
            t = tree->left;
        else if (tree->right >= 0)
            t = tree->right;
        else
            return t;
    }
}

/* The tree after `t`, children first; -1 at the end. */
static int ep_re_after(ep_re_parser *p, int t) {
    int up = ep_re_tree_at(p, t)->parent;
    if (up < 0)
        return -1;
    int right = ep_re_tree_at(p, up)->right;
    return right >= 0 && right != t ? ep_re_lowest(p, right) : up;
}

/* The tree after `t`, parents first. */
static int ep_re_below(ep_re_parser *p, int t) {
    const ep_re_tree *tree = ep_re_tree_at(p, t);
    if (tree->left >= 0)
        return tree->left;
    if (tree->right >= 0)
        return tree->right;
    for (int up = tree->parent; up >= 0; t = up, up = ep_re_tree_at(p, t)->parent) {
        int right = ep_re_tree_at(p, up)->right;
        if (right >= 0 && right != t)
            return right;
    }
    return -1;
}

/* A group that is all of another one is left out: `same` says whose it is. */
static void ep_re_join_groups(ep_re_parser *p, int root, int *same) {
    for (int t = root; t >= 0; t = ep_re_below(p, t)) {
        ep_re_tree *outer = ep_re_tree_at(p, t);
        if (outer->kind != EP_RE_GROUP || outer->left < 0)
            continue;
        const ep_re_tree *inner = ep_re_tree_at(p, outer->left);
        if (inner->kind != EP_RE_GROUP)
            continue;
        same[inner->argument] = same[outer->argument];
        outer->left = inner->left;
        if (outer->left >= 0)
            ep_re_tree_at(p, outer->left)->parent = t;
    }
}

/* A group becomes its opening, what is in it, and its closing. */
static int ep_re_lower(ep_re_parser *p, int t, int no_groups) {
    ep_re_tree group = *ep_re_tree_at(p, t);
    if (group.kind != EP_RE_GROUP)
        return t;
    if (no_groups && group.left >= 0)
        return group.left;
    int open = ep_re_new_tree(p, EP_RE_OPEN, group.argument, -1, -1);
    int close = ep_re_new_tree(p, EP_RE_CLOSE, group.argument, -1, -1);
    if (p->error != 0)
        return t;
    ep_re_tree_at(p, open)->optional = ep_re_tree_at(p, close)->optional = group.optional;
    int rest = group.left >= 0 ? ep_re_new_tree(p, EP_RE_CAT, 0, group.left, close) : close;
    return ep_re_new_tree(p, EP_RE_CAT, 0, open, rest);
}

static void ep_re_lower_all(ep_re_parser *p, int root, int no_groups) {
    for (int t = ep_re_lowest(p, root); t >= 0 && p->error == 0; t = ep_re_after(p, t)) {
        int left = ep_re_tree_at(p, t)->left, right = ep_re_tree_at(p, t)->right;
        if (left >= 0) {
            int new = ep_re_lower(p, left, no_groups);
            ep_re_tree_at(p, t)->left = new;
            if (new >= 0)
                ep_re_tree_at(p, new)->parent = t;
        }
        if (right >= 0) {
            int new = ep_re_lower(p, right, no_groups);
            ep_re_tree_at(p, t)->right = new;
            if (new >= 0)
                ep_re_tree_at(p, new)->parent = t;
        }
    }
}

/* A byte of the text as it is compared. */
static int ep_re_compared(const ep_re_parser *p, int c) {
    if (p->translate != NULL)
        c = p->translate[c];
    return p->syntax & EP_RE_ICASE ? ep_re_upper(c) : c;
}

static void ep_re_new_range(ep_re_builder *b, int low, int high) {
    if (!ep_re_room(&b->ranges, 1, sizeof(ep_re_range))) {
        b->error = EP_REG_ESPACE;
        return;
    }
    ((ep_re_range *)b->ranges.data)[b->ranges.count++] =
        (ep_re_range){(ep_byte)low, (ep_byte)(high - low)};
}

/* The bytes of a text that are in `set` as they are compared, as ranges: of
 * those in it or of those not in it, whichever are fewer. */
static void ep_re_to_ranges(ep_re_builder *b, ep_re_class *class, const ep_re_set *set) {
    ep_byte in[256];
    int inside = 0, outside = 0;
    for (int c = 0; c < 256; c++) {
        in[c] = ep_re_has(set, ep_re_compared(b->p, c)) != 0;
        if (c == 0 || in[c] != in[c - 1]) {
            inside += in[c];
            outside += !in[c];
        }
    }
    class->first = b->ranges.count;
    class->outside = outside < inside;
    class->ranges = (short)(class->outside ? outside : inside);
    for (int c = 0; c < 256; c++)
        if (in[c] != class->outside) {
            int low = c;
            while (c < 255 && in[c + 1] == in[low])
                c++;
            ep_re_new_range(b, low, c);
        }
}

/* The class of a set; the same for the same set. */
static int ep_re_class_of(ep_re_builder *b, const ep_re_set *set) {
    for (int i = 0; i < b->classes.count; i++) {
        uint32_t differ = 0;
        for (int k = 0; k < 8; k++)
            differ |= b->sets[i].bits[k] ^ set->bits[k];
        if (differ == 0)
            return i;
    }
    ep_re_list sets = {b->sets, b->classes.count, b->classes.room};
    if (!ep_re_room(&sets, 1, sizeof *set)) {
        b->error = EP_REG_ESPACE;
        return 0;
    }
    b->sets = sets.data;
    if (!ep_re_room(&b->classes, 1, sizeof(ep_re_class))) {
        b->error = EP_REG_ESPACE;
        return 0;
    }
    b->sets[b->classes.count] = *set;
    ep_re_to_ranges(b, (ep_re_class *)b->classes.data + b->classes.count, set);
    return b->classes.count++;
}

static int ep_re_class_of_tree(ep_re_builder *b, const ep_re_tree *t) {
    ep_re_set set = {{0}};
    if (t->kind == EP_RE_SET) {
        set = *ep_re_set_at(b->p, t->argument);
    } else if (t->kind == EP_RE_CHAR) {
        ep_re_add(&set, t->argument);
    } else {
        for (int k = 0; k < 8; k++)
            set.bits[k] = ~0u;
        if (!(b->p->syntax & EP_RE_DOT_NEWLINE))
            set.bits[0] &= ~(1u << '\n');
        if (b->p->syntax & EP_RE_DOT_NOT_NULL)
            set.bits[0] &= ~1u;
    }
    return ep_re_class_of(b, &set);
}

static int ep_re_new_node(ep_re_builder *b, ep_re_node node) {
    if (b->nodes.count >= EP_RE_MOST)
        __ep_unsupported("a regular expression that is too large");
    if (!ep_re_room(&b->nodes, 1, sizeof node)) {
        b->error = EP_REG_ESPACE;
        return 0;
    }
    *ep_re_node_at(b, b->nodes.count) = node;
    return b->nodes.count++;
}

static int ep_re_first(ep_re_parser *p, int t) {
    while (ep_re_tree_at(p, t)->kind == EP_RE_CAT)
        t = ep_re_tree_at(p, t)->left;
    return t;
}

/* The node where a tree begins. */
static int ep_re_entry(ep_re_parser *p, int t) {
    return ep_re_tree_at(p, ep_re_first(p, t))->node;
}

/* Two ways on stand in the order of the nodes, not of the pattern. */
static void ep_re_lead_to(ep_re_node *node, int one, int other) {
    node->to[0] = one < other ? one : other;
    node->to[1] = one < other ? other : one;
    if (one == other)
        node->to[1] = -1;
}

/* A node for each tree but concatenations, children first, and where each
 * leads. */
static void ep_re_number_nodes(ep_re_builder *b, int root) {
    ep_re_parser *p = b->p;
    for (int t = ep_re_lowest(p, root); t >= 0 && b->error == 0; t = ep_re_after(p, t)) {
        ep_re_tree *tree = ep_re_tree_at(p, t);
        if (tree->kind == EP_RE_CAT)
            continue;
        ep_re_node node = {.kind = tree->kind,
                           .optional = tree->optional,
                           .copied = tree->copied,
                           .argument = tree->argument,
                           .next = -1,
                           .to = {-1, -1},
                           .ways = -1};
        if (tree->kind <= EP_RE_ANY)
            node.argument = ep_re_class_of_tree(b, tree);
        if (tree->kind == EP_RE_ANCHOR)
            node.constraint = (ep_byte)tree->argument;
        tree->node = ep_re_new_node(b, node);
    }
    for (int t = root; t >= 0 && b->error == 0; t = ep_re_below(p, t)) {
        const ep_re_tree *tree = ep_re_tree_at(p, t);
        int left = tree->left, right = tree->right, next = tree->next;
        if (tree->kind == EP_RE_CAT)
            ep_re_tree_at(p, left)->next = ep_re_first(p, right);
        else if (left >= 0)
            ep_re_tree_at(p, left)->next = tree->kind == EP_RE_STAR ? t : next;
        if (right >= 0)
            ep_re_tree_at(p, right)->next = next;
        if (tree->kind == EP_RE_CAT || tree->kind == EP_RE_END)
            continue;
        ep_re_node *node = ep_re_node_at(b, tree->node);
        int on = ep_re_entry(p, next);
        if (tree->kind == EP_RE_ALT || tree->kind == EP_RE_STAR)
            ep_re_lead_to(node, left >= 0 ? ep_re_entry(p, left) : on,
                          right >= 0 ? ep_re_entry(p, right) : on);
        else if (tree->kind <= EP_RE_ANY)
            node->next = on;
        else
            node->to[0] = on;
    }
}

/* A copy of a node that the constraint holds for, too. `ways` of a copy is the
 * node that it is of until the closures are made. */
static int ep_re_copy_node(ep_re_builder *b, int of, int constraint) {
    ep_re_node node = *ep_re_node_at(b, of);
    node.constraint |= (ep_byte)constraint;
    node.copied = 1;
    node.next = -1;
    node.to[0] = node.to[1] = -1;
    node.ways = of;
    return ep_re_new_node(b, node);
}

static int ep_re_find_copy(ep_re_builder *b, int of, int constraint) {
    for (int i = b->nodes.count - 1; i > 0 && ep_re_node_at(b, i)->copied; i--)
        if (ep_re_node_at(b, i)->ways == of && ep_re_node_at(b, i)->constraint == constraint)
            return i;
    return -1;
}

/* Copies what `from` leads to without consuming; `to` is its copy, or itself. */
static void ep_re_copy_ways(ep_re_builder *b, int from, int to, int root, int constraint) {
    while (b->error == 0) {
        ep_re_node node = *ep_re_node_at(b, from);
        int copy;
        if (node.to[0] < 0) {
            ep_re_node_at(b, to)->next = node.next;
            return;
        }
        if (node.to[1] < 0) {
            ep_re_node_at(b, to)->to[0] = ep_re_node_at(b, to)->to[1] = -1;
            if (from == root && to != from) {
                ep_re_node_at(b, to)->to[0] = node.to[0];
                return;
            }
            constraint |= node.constraint;
            copy = ep_re_copy_node(b, node.to[0], constraint);
            ep_re_node_at(b, to)->to[0] = copy;
            from = node.to[0];
        } else {
            int first = ep_re_find_copy(b, node.to[0], constraint);
            ep_re_node_at(b, to)->to[0] = ep_re_node_at(b, to)->to[1] = -1;
            if (first < 0) {
                first = ep_re_copy_node(b, node.to[0], constraint);
                ep_re_node_at(b, to)->to[0] = first;
                ep_re_copy_ways(b, node.to[0], first, root, constraint);
            }
            copy = ep_re_copy_node(b, node.to[1], constraint);
            ep_re_lead_to(ep_re_node_at(b, to), first, copy);
            from = node.to[1];
        }
        to = copy;
    }
}

/* Takes the constraint of each anchor to what it leads to. */
static void ep_re_spread(ep_re_builder *b) {
    for (int i = 0; i < b->nodes.count; i++)
        ep_re_node_at(b, i)->live = 0;
    for (int i = 0; i < b->nodes.count && b->error == 0; i++) {
        ep_re_push(b, &b->stack, i);
        while (b->stack.count > 0 && b->error == 0) {
            int at = ((int *)b->stack.data)[--b->stack.count];
            ep_re_node *node = ep_re_node_at(b, at);
            if (node->live)
                continue;
            node->live = 1;
            int count = b->nodes.count;
            if (node->constraint != 0 && node->to[0] >= 0 && !ep_re_node_at(b, node->to[0])->copied)
                ep_re_copy_ways(b, at, at, at, node->constraint);
            while (count < b->nodes.count)
                ep_re_node_at(b, count++)->live = 0;
            node = ep_re_node_at(b, at);
            int one = node->to[0], other = node->to[1];
            if (other >= 0)
                ep_re_push(b, &b->stack, other);
            if (one >= 0)
                ep_re_push(b, &b->stack, one);
        }
    }
}

/* Sorts what stands from `from` on. */
static void ep_re_sort(int *data, int from, int end) {
    for (int i = from + 1; i < end; i++) {
        int x = data[i], k = i;
        for (; k > from && data[k - 1] > x; k--)
            data[k] = data[k - 1];
        data[k] = x;
    }
}

/* The same where there are many: all that are marked, once more. */
static void ep_re_refill(ep_re_builder *b, int from, const int *mark, int stamp, int others) {
    int *to = (int *)b->ways.data + from;
    for (int i = 0; i < b->nodes.count; i++)
        if (mark[i] == stamp && (ep_re_node_at(b, i)->kind > EP_RE_END) == others)
            *to++ = i;
}

/* Where each node leads without consuming. `mark` holds who came by last. */
static void ep_re_close(ep_re_builder *b, int *mark) {
    for (int i = 0; i < b->nodes.count; i++)
        mark[i] = -1;
    for (int i = 0; i < b->nodes.count && b->error == 0; i++) {
        int begin = b->ways.count;
        ep_re_node_at(b, i)->ways = begin;
        /* Those that consume and ends first, then the others. */
        for (int others = 0; others < 2; others++) {
            int from = b->ways.count;
            ep_re_push(b, &b->stack, i);
            while (b->stack.count > 0 && b->error == 0) {
                int at = ((int *)b->stack.data)[--b->stack.count];
                const ep_re_node *node = ep_re_node_at(b, at);
                if (mark[at] == 2 * i + others)
                    continue;
                mark[at] = 2 * i + others;
                if ((node->kind > EP_RE_END) == others)
                    ep_re_push(b, &b->ways, at);
                for (int k = 0; k < 2; k++)
                    if (node->to[k] >= 0 && b->error == 0)
                        ep_re_push(b, &b->stack, node->to[k]);
            }
            if (b->ways.count - from > 32)
                ep_re_refill(b, from, mark, 2 * i + others, others);
            else
                ep_re_sort(b->ways.data, from, b->ways.count);
            if (others)
                ep_re_node_at(b, i)->rest = b->ways.count;
            else
                ep_re_node_at(b, i)->live = b->ways.count;
        }
    }
}

/* What a match can begin with, given what stands before. */
static void ep_re_begins(ep_re_builder *b, struct re_dfa_t *d, int forbidden) {
    const ep_re_node *start = ep_re_node_at(b, d->start);
    int fold = (b->p->syntax & EP_RE_ICASE) != 0;
    for (int w = start->ways; w < start->live; w++) {
        const ep_re_node *node = ep_re_node_at(b, ((int *)b->ways.data)[w]);
        if (node->constraint & forbidden)
            continue;
        if (node->kind == EP_RE_ANY || node->kind == EP_RE_END) {
            for (int k = 0; k < 8; k++)
                d->fastmap[k] = ~0u;
            d->can_be_null |= node->kind == EP_RE_END;
            return;
        }
        const ep_re_set *set = &b->sets[node->argument];
        for (int c = 0; c < 256; c++)
            if (ep_re_has(set, c)) {
                d->fastmap[c >> 5] |= 1u << (c & 31);
                if (fold && c >= 'A' && c <= 'Z')
                    d->fastmap[(c + 32) >> 5] |= 1u << (c & 31);
            }
    }
}

/* What the matcher wants to know beforehand. */
static void ep_re_survey(ep_re_builder *b, struct re_dfa_t *d) {
    for (int i = 0; i < d->nodes; i++) {
        const ep_re_node *node = ep_re_node_at(b, i);
        d->constraints |= node->constraint;
        d->plural |= node->kind == EP_RE_ALT || node->kind == EP_RE_STAR;
        if (node->kind <= EP_RE_ANY && (node->constraint & EP_RE_BEFORE_NEWLINE))
            d->newline_consumed = 1;
        for (int k = 0; k < 2; k++)
            if (node->to[k] >= 0 && (node->constraint & EP_RE_AFTER &
                                     ~ep_re_node_at(b, node->to[k])->constraint))
                d->gaps = 1;
        if (node->kind <= EP_RE_END)
            ep_re_push(b, &b->live, i);
    }
    d->live_count = b->live.count;
    if (b->p->words)
        d->constraints |= EP_RE_AFTER_WORD;
    const ep_re_node *start = ep_re_node_at(b, d->start);
    for (int w = start->ways, certain = 0; w < start->live; w++) {
        const ep_re_node *node = ep_re_node_at(b, ((int *)b->ways.data)[w]);
        certain |= node->kind == EP_RE_END && node->constraint == 0;
        d->slips = !certain && (d->slips || node->kind == EP_RE_END);
    }
    int no_word = EP_RE_AFTER_WORD, no_newline = EP_RE_AFTER_NEWLINE, inside = EP_RE_AT_BEGIN;
    ep_re_begins(b, d, no_word | no_newline | inside);
    ep_re_begins(b, d, EP_RE_AFTER_NO_WORD | no_newline | inside);
    ep_re_begins(b, d, no_word | inside);
    ep_re_begins(b, d, no_word);
}

/* The header, and behind it all lists, in the block of `old`. */
static struct re_dfa_t *ep_re_pack(ep_re_builder *b, const struct re_dfa_t *d, const int *same,
                                   void *old) {
    size_t nodes = (size_t)b->nodes.count * sizeof(ep_re_node);
    size_t ways = (size_t)b->ways.count * sizeof(int);
    size_t live = (size_t)b->live.count * sizeof(int);
    size_t groups = b->p->groups * sizeof(int);
    size_t classes = (size_t)b->classes.count * sizeof(ep_re_class);
    size_t ranges = (size_t)b->ranges.count * sizeof(ep_re_range);
    struct re_dfa_t *block =
        realloc(old, sizeof *d + nodes + ways + live + groups + classes + ranges);
    if (block == NULL)
        return NULL;
    char *at = (char *)(block + 1);
    *block = *d;
    memcpy(block->node = (ep_re_node *)at, b->nodes.data, nodes);
    memcpy(block->ways = (int *)(at += nodes), b->ways.data, ways);
    memcpy(block->live = (int *)(at += ways), b->live.data, live);
    memcpy(block->same = (int *)(at += live), same, groups);
    memcpy(block->classes = (ep_re_class *)(at += groups), b->classes.data, classes);
    memcpy(block->ranges = (ep_re_range *)(at += classes), b->ranges.data, ranges);
    return block;
}

static void ep_re_build(ep_re_builder *b, int root, struct re_dfa_t *d, int *same,
                        int no_groups) {
    ep_re_parser *p = b->p;
    ep_re_join_groups(p, root, same);
    ep_re_lower_all(p, root, no_groups);
    if (p->error != 0) {
        b->error = p->error;
        return;
    }
    ep_re_set set = {{0}};
    ep_re_add(&set, '\n');
    d->newline = ep_re_class_of(b, &set);
    set = (ep_re_set){{0}};
    for (int c = 0; c < 256; c++)
        if (ep_re_in_class(0, c) || c == '_')
            ep_re_add(&set, c);
    d->word = ep_re_class_of(b, &set);
    ep_re_number_nodes(b, root);
    if (b->error != 0)
        return;
    d->start = ep_re_entry(p, root);
    ep_re_spread(b);
    d->nodes = b->nodes.count;
    int *mark = __ep_own_block((size_t)d->nodes * sizeof *mark);
    if (mark == NULL) {
        b->error = EP_REG_ESPACE;
        return;
    }
    ep_re_close(b, mark);
    free(mark);
    if (b->error == 0)
        ep_re_survey(b, d);
}

/* Fills the program's structure: the error. */
static int ep_re_compile(regex_t *r, const char *pattern, size_t length, unsigned long syntax) {
    r->fastmap_accurate = 0;
    r->syntax = syntax;
    r->not_bol = r->not_eol = 0;
    r->used = 0;
    r->re_nsub = 0;
    r->can_be_null = 0;
    r->regs_allocated = EP_REGS_UNALLOCATED;
    /* What glibc's own structure takes. */
    unsigned long size = sizeof(long) == 8 ? 224 : 140;
    if (r->allocated < size)
        r->allocated = size;
    r->used = size;

    ep_re_parser p = {.pattern = pattern,
                      .length = (int)length,
                      .syntax = syntax,
                      .translate = r->translate};
    ep_re_builder b = {.p = &p};
    struct re_dfa_t d = {.translated = r->translate != NULL}, *block = NULL;
    if (length > INT_MAX)
        p.error = EP_REG_ESPACE;
    int root = p.error != 0 ? -1 : ep_re_parse(&p);
    r->re_nsub = p.groups;
    b.error = p.error;
    d.references = p.references;
    int *same = b.error != 0 ? NULL : __ep_own_block(p.groups * sizeof *same + 1);
    if (b.error == 0 && same == NULL)
        b.error = EP_REG_ESPACE;
    for (size_t i = 0; b.error == 0 && i < p.groups; i++)
        same[i] = (int)i;
    if (b.error == 0 && d.references == 0)
        ep_re_build(&b, root, &d, same, r->no_sub);
    if (b.error == 0) {
        if (r->translate != NULL)
            memcpy(d.translate, r->translate, 256);
        block = ep_re_pack(&b, &d, same, r->buffer);
        if (block == NULL)
            b.error = EP_REG_ESPACE;
    }
    if (block == NULL) {
        free(r->buffer);
        r->allocated = 0;
    }
    r->buffer = block;
    free(same);
    free(p.trees.data);
    free(p.sets.data);
    free(b.nodes.data);
    free(b.ways.data);
    free(b.classes.data);
    free(b.sets);
    free(b.ranges.data);
    free(b.live.data);
    free(b.stack.data);
    return b.error;
}
