// expect: violated
// flags: --args sym:10 --max-paths 2500
// A word that must be spelled behind a loop that forks at each byte, beside
// code that nothing can reach: the search has to be led there.
#include <assert.h>
#include <string.h>

static int steps;

/* No call gets here with such an argument. */
static void never(int i) {
    if (i < 0) {
        steps--;
        if (i < -5)
            steps -= 2;
    }
    steps++;
}

static int is_word(const char *s) {
    const char *word = "[:punct:]";
    for (int i = 0; i < 9; i++) {
        never(i);
        if (s[i] != word[i])
            return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    int quoted = 0;
    for (const char *s = argv[1]; *s != 0; s++) {
        never(quoted);
        if (*s == '\\')
            quoted++;
    }
    if (strlen(argv[1]) < 9)
        return 1;
    assert(!is_word(argv[1])); // bug: assertion-failure
    return quoted;
}
