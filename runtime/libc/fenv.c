/* fenv.h: rounding is to nearest, and no other mode is modelled. The numbers
 * are those of x86's control word. */

enum { EP_TO_NEAREST = 0, EP_ROUNDING_MODES = 0xc00 };

int fegetround(void) {
    return EP_TO_NEAREST;
}

int fesetround(int mode) {
    if (mode == EP_TO_NEAREST)
        return 0;
    if ((mode & ~EP_ROUNDING_MODES) == 0)
        __ep_unsupported("rounding other than to nearest");
    return 1;
}
