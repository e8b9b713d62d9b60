/* Two functions that call each other; an odd number never is 0. */
unsigned odd(unsigned n);
unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 2); }

unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 2); }
