/* A circle or a polygon, as the input says; the polygon has its points apart. memory: area => heap 816 */
#include <stdlib.h>

enum kind { CIRCLE, POLYGON };

struct point { double x, y; };

struct circle { enum kind kind; double radius; struct point centre; char label[32]; };

struct polygon { enum kind kind; unsigned count; struct point *points; };

static struct circle *circle_new(double r) {
    struct circle *c = malloc(sizeof *c);
    if (c) {
        c->kind = CIRCLE;
        c->radius = r;
        c->centre.x = c->centre.y = 0;
        c->label[0] = 0;
    }
    return c;
}

static struct polygon *polygon_new(unsigned n) {
    struct polygon *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->kind = POLYGON;
    p->count = n;
    p->points = malloc(n * sizeof(struct point));
    if (!p->points) {
        free(p);
        return NULL;
    }
    for (unsigned i = 0; i < n; i++) {
        p->points[i].x = i;
        p->points[i].y = i * 0.5;
    }
    return p;
}

double area(int want_circle, unsigned n) {
    double result = 0;
    if (n > 50) n = 50;
    if (want_circle) {
        struct circle *c = circle_new(n);
        if (!c) return -1;
        result = 3.14159 * c->radius * c->radius;
        free(c);
    } else {
        struct polygon *p = polygon_new(n);
        if (!p) return -1;
        for (unsigned i = 0; i + 1 < n; i++)
            result += p->points[i].x * p->points[i + 1].y - p->points[i + 1].x * p->points[i].y;
        free(p->points);
        free(p);
    }
    return result;
}
