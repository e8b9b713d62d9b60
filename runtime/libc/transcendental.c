/* The functions of math.h that no operation of the target computes. On known
 * numbers they are what the libm of the machine says that runs Everypath. No
 * solver decides their formulas, so a symbolic argument is one of a few values,
 * and the verdict says where others were left out.
 * C leaves their accuracy open: another libm may differ in the last bits. */

static double ep_host(const char *name, double x, double y) {
    int error = __ep_math_error(name, x, y);
    ep_errno = error != 0 ? error : ep_errno;
    return __ep_math(name, x, y);
}

#define EP_HOST_1(name)                                                                            \
    double name(double x) {                                                                        \
        return ep_host(#name, x, 0);                                                               \
    }                                                                                              \
    float name##f(float x) {                                                                       \
        return (float)ep_host(#name "f", x, 0);                                                    \
    }

#define EP_HOST_2(name)                                                                            \
    double name(double x, double y) {                                                              \
        return ep_host(#name, x, y);                                                               \
    }                                                                                              \
    float name##f(float x, float y) {                                                              \
        return (float)ep_host(#name "f", x, y);                                                    \
    }

EP_HOST_1(sin)
EP_HOST_1(cos)
EP_HOST_1(tan)
EP_HOST_1(asin)
EP_HOST_1(acos)
EP_HOST_1(atan)
EP_HOST_1(sinh)
EP_HOST_1(cosh)
EP_HOST_1(tanh)
EP_HOST_1(asinh)
EP_HOST_1(acosh)
EP_HOST_1(atanh)
EP_HOST_1(exp)
EP_HOST_1(exp2)
EP_HOST_1(exp10)
EP_HOST_1(expm1)
EP_HOST_1(log)
EP_HOST_1(log2)
EP_HOST_1(log10)
EP_HOST_1(log1p)
EP_HOST_1(cbrt)
EP_HOST_1(erf)
EP_HOST_1(erfc)
EP_HOST_1(tgamma)
EP_HOST_1(j0)
EP_HOST_1(j1)
EP_HOST_1(y0)
EP_HOST_1(y1)
EP_HOST_2(pow)
EP_HOST_2(atan2)
EP_HOST_2(hypot)

void sincos(double x, double *sine, double *cosine) {
    *sine = ep_host("sin", x, 0);
    *cosine = ep_host("cos", x, 0);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = (float)ep_host("sinf", x, 0);
    *cosine = (float)ep_host("cosf", x, 0);
}

/* The sign of the gamma function, which lgamma leaves here. */
int signgam;

static int ep_gamma_sign(double x) {
    int between_poles = x < 0 && x - x == 0;
    double below = __builtin_floor(x);
    int odd = below / 2 != __builtin_floor(below / 2);
    int at_minus_zero = x == 0 && ep_double_bits(x) >> 63 != 0;
    return (between_poles && odd && x != below) || at_minus_zero ? -1 : 1;
}

double lgamma_r(double x, int *sign) {
    *sign = ep_gamma_sign(x);
    return ep_host("lgamma", x, 0);
}

float lgammaf_r(float x, int *sign) {
    *sign = ep_gamma_sign(x);
    return (float)ep_host("lgammaf", x, 0);
}

double lgamma(double x) {
    signgam = ep_gamma_sign(x);
    return ep_host("lgamma", x, 0);
}

float lgammaf(float x) {
    signgam = ep_gamma_sign(x);
    return (float)ep_host("lgammaf", x, 0);
}
