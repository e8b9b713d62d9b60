/* A sum of digits as a tree, which is evaluated and freed by recursion. memory: calculate --buffer 9 => heap 216 */
#include <stdlib.h>

struct expr { int value; struct expr *left, *right; };

static const char *at, *end;

static struct expr *leaf(int value) {
    struct expr *e = malloc(sizeof *e);
    if (!e) return NULL;
    e->value = value;
    e->left = e->right = NULL;
    return e;
}

static struct expr *parse(void) {
    if (at == end || *at < '0' || *at > '9') return NULL;
    struct expr *left = leaf(*at++ - '0');
    while (left && at < end && *at == '+') {
        at++;
        if (at == end || *at < '0' || *at > '9') break;
        struct expr *sum = leaf(0);
        if (!sum) break;
        sum->left = left;
        sum->right = leaf(*at++ - '0');
        left = sum;
    }
    return left;
}

static int value(const struct expr *e) {
    if (!e) return 0;
    if (!e->left) return e->value;
    return value(e->left) + value(e->right);
}

static void expr_free(struct expr *e) {
    if (!e) return;
    expr_free(e->left);
    expr_free(e->right);
    free(e);
}

int calculate(const char *text, unsigned n) {
    at = text;
    end = text + n;
    struct expr *e = parse();
    int v = value(e);
    expr_free(e);
    return v;
}
