/* Regular expressions as glibc 2.36 has them in the C locale: the types of
 * regex.h, and what the parser (regex_parse.c), the builder (regex_build.c),
 * the matcher (regex_match.c) and the functions (regex.c) share.
 *
 * The automaton is glibc's, with its oddities, which decide which groups match
 * what: nodes in the order of a walk of the tree, a copy of everything that
 * nothing but an anchor leads to, and no such copy inside the copies that an
 * interval makes. */
#ifndef EP_REGEX_H
#define EP_REGEX_H

#include "ep_libc.h"

/* The bits of RE_SYNTAX_…, as in regex.h. */
#define EP_RE_BACKSLASH_ESCAPE_IN_LISTS (1ul << 0)
#define EP_RE_BK_PLUS_QM (1ul << 1)
#define EP_RE_CHAR_CLASSES (1ul << 2)
#define EP_RE_CONTEXT_INDEP_ANCHORS (1ul << 3)
#define EP_RE_CONTEXT_INDEP_OPS (1ul << 4)
#define EP_RE_CONTEXT_INVALID_OPS (1ul << 5)
#define EP_RE_DOT_NEWLINE (1ul << 6)
#define EP_RE_DOT_NOT_NULL (1ul << 7)
#define EP_RE_HAT_LISTS_NOT_NEWLINE (1ul << 8)
#define EP_RE_INTERVALS (1ul << 9)
#define EP_RE_LIMITED_OPS (1ul << 10)
#define EP_RE_NEWLINE_ALT (1ul << 11)
#define EP_RE_NO_BK_BRACES (1ul << 12)
#define EP_RE_NO_BK_PARENS (1ul << 13)
#define EP_RE_NO_BK_REFS (1ul << 14)
#define EP_RE_NO_BK_VBAR (1ul << 15)
#define EP_RE_NO_EMPTY_RANGES (1ul << 16)
#define EP_RE_UNMATCHED_RIGHT_PAREN_ORD (1ul << 17)
#define EP_RE_NO_GNU_OPS (1ul << 19)
#define EP_RE_INVALID_INTERVAL_ORD (1ul << 21)
#define EP_RE_ICASE (1ul << 22)
#define EP_RE_CARET_ANCHORS_HERE (1ul << 23)
#define EP_RE_CONTEXT_INVALID_DUP (1ul << 24)
#define EP_RE_NO_SUB (1ul << 25)

#define EP_RE_SYNTAX_COMMON                                                                        \
    (EP_RE_CHAR_CLASSES | EP_RE_DOT_NEWLINE | EP_RE_DOT_NOT_NULL | EP_RE_INTERVALS |               \
     EP_RE_NO_EMPTY_RANGES)
#define EP_RE_SYNTAX_BASIC                                                                         \
    (EP_RE_SYNTAX_COMMON | EP_RE_BK_PLUS_QM | EP_RE_CONTEXT_INVALID_DUP)
#define EP_RE_SYNTAX_EXTENDED                                                                      \
    (EP_RE_SYNTAX_COMMON | EP_RE_CONTEXT_INDEP_ANCHORS | EP_RE_CONTEXT_INDEP_OPS |                 \
     EP_RE_NO_BK_BRACES | EP_RE_NO_BK_PARENS | EP_RE_NO_BK_VBAR | EP_RE_CONTEXT_INVALID_OPS |      \
     EP_RE_UNMATCHED_RIGHT_PAREN_ORD)

enum {
    EP_REG_NOMATCH = 1,
    EP_REG_BADPAT,
    EP_REG_ECOLLATE,
    EP_REG_ECTYPE,
    EP_REG_EESCAPE,
    EP_REG_ESUBREG,
    EP_REG_EBRACK,
    EP_REG_EPAREN,
    EP_REG_EBRACE,
    EP_REG_BADBR,
    EP_REG_ERANGE,
    EP_REG_ESPACE,
    EP_REG_BADRPT,
    EP_REG_EEND,
    EP_REG_ESIZE,
    EP_REG_ERPAREN
};

#define EP_REG_NOTBOL 1
#define EP_REG_NOTEOL 2
#define EP_REG_STARTEND 4

enum { EP_REGS_UNALLOCATED, EP_REGS_REALLOCATE, EP_REGS_FIXED };

typedef struct {
    int rm_so, rm_eo;
} regmatch_t;

struct re_registers {
    unsigned num_regs;
    int *start, *end;
};

struct re_pattern_buffer {
    struct re_dfa_t *buffer;
    unsigned long allocated, used, syntax;
    char *fastmap;
    ep_byte *translate;
    size_t re_nsub;
    unsigned can_be_null : 1;
    unsigned regs_allocated : 2;
    unsigned fastmap_accurate : 1;
    unsigned no_sub : 1;
    unsigned not_bol : 1;
    unsigned not_eol : 1;
    unsigned newline_anchor : 1;
};

typedef struct re_pattern_buffer regex_t;

/* What must hold where a node is entered (what stands before) or left. */
enum {
    EP_RE_AFTER_WORD = 1,
    EP_RE_AFTER_NO_WORD = 2,
    EP_RE_AFTER_NEWLINE = 4,
    EP_RE_AT_BEGIN = 8,
    EP_RE_BEFORE_WORD = 16,
    EP_RE_BEFORE_NO_WORD = 32,
    EP_RE_BEFORE_NEWLINE = 64,
    EP_RE_AT_END = 128
};
#define EP_RE_AFTER 15
#define EP_RE_WORDS                                                                                \
    (EP_RE_AFTER_WORD | EP_RE_AFTER_NO_WORD | EP_RE_BEFORE_WORD | EP_RE_BEFORE_NO_WORD)

/* Kinds of nodes; the first four consume. */
enum {
    EP_RE_CHAR,
    EP_RE_SET,
    EP_RE_ANY,
    EP_RE_BACK,
    EP_RE_END,
    EP_RE_OPEN,
    EP_RE_CLOSE,
    EP_RE_ALT,
    EP_RE_STAR,
    EP_RE_ANCHOR,
    /* Of trees alone. */
    EP_RE_CAT,
    EP_RE_GROUP,
    /* Of tokens alone. */
    EP_RE_PLUS,
    EP_RE_QUESTION,
    EP_RE_OPEN_NUMBER,
    EP_RE_CLOSE_NUMBER,
    EP_RE_BRACKET,
    EP_RE_CLASS,
    EP_RE_BACKSLASH,
    /* In brackets. */
    EP_RE_COLLATING,
    EP_RE_EQUIVALENCE,
    EP_RE_NAMED,
    EP_RE_RANGE,
    EP_RE_CLOSE_BRACKET,
    EP_RE_NOT
};

typedef struct {
    ep_byte kind, c;
    int argument; /* the group, the constraint of an anchor, the set */
} ep_re_token;

typedef struct {
    ep_byte kind;
    ep_byte copied;   /* made by an interval or behind an anchor */
    ep_byte optional; /* a group that is repeated from 0 times */
    int argument;
    int left, right, parent;
    int node, next;
} ep_re_tree;

typedef struct {
    uint32_t bits[8];
} ep_re_set;

/* Numbers that grow. */
typedef struct {
    void *data;
    int count, room;
} ep_re_list;

#define EP_RE_MOST 30000 /* nodes, before the pattern is reported as unsupported */
#define EP_RE_MOST_WAYS 2000000

typedef struct {
    const char *pattern;
    int length, at;
    unsigned long syntax;
    const ep_byte *translate;
    size_t groups;
    unsigned finished; /* groups that a back-reference may name */
    unsigned named;    /* those that one names */
    int references;
    int words; /* an anchor asked for words */
    int error;
    ep_re_list trees, sets;
} ep_re_parser;

/* Bytes as ranges: `low` and how many follow. */
typedef struct {
    ep_byte low, more;
} ep_re_range;

typedef struct {
    int first;
    short ranges;
    ep_byte outside; /* the set is what is in none of them */
} ep_re_class;

typedef struct {
    ep_byte kind, constraint, optional, copied;
    int argument; /* the class, the group */
    int next;     /* of one that consumes */
    int to[2];    /* without consuming; -1 */
    int ways;     /* into `ways`: where it leads without consuming, itself included, */
    int live;     /* first those that consume and ends, */
    int rest;     /* then the others, up to here */
} ep_re_node;

/* The compiled pattern: one block. */
struct re_dfa_t {
    int nodes, start;
    int live_count;
    ep_byte plural, constraints;
    ep_byte gaps;             /* a node may be reached without those before it */
    ep_byte newline_consumed; /* by a node that must stand before one */
    ep_byte slips;            /* an empty match needs more than its place */
    int references;
    int word, newline; /* classes */
    ep_re_node *node;
    int *ways, *live;
    ep_re_class *classes;
    ep_re_range *ranges;
    int *same; /* group -> the group that stands for it */
    uint32_t fastmap[8];
    ep_byte can_be_null;
    ep_byte translated;
    ep_byte translate[256];
};

#endif
