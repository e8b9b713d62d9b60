// flags: --entry longest --buffer 3
// expect: violated
//
// A structure with pointers has as many elements of its flexible array as a
// buffer has; here they lead on.
struct item {
    unsigned char size;
    struct item *next;
};
struct table {
    char kind;
    unsigned used;
    struct item *items[];
};
struct text {
    struct text *next;
    unsigned char length;
    char bytes[];
};

int longest(struct table *t, struct text *s) {
    int most = 0;
    if (t->used > 2 && t->kind != 'x')
        return -1;
    for (unsigned i = 0; i < t->used && i < 4; i++)
        if (t->items[i] && t->items[i]->size > most) // bug: out-of-bounds-read
            most = t->items[i]->size;
    if (s->next && s->next->length == 3 && s->next->bytes[2] == 'q' && most == 77)
        return 10 / (most - 77); // bug: division-by-zero
    return most;
}
