//! The transcendental functions of `math.h` on known numbers: what the C
//! library of the machine that runs Everypath computes, with its errno.
//!
//! Source: the C standard leaves the accuracy of these functions to the
//! implementation (C11, 5.2.4.2.2), so the only exact model of a libm is that
//! libm. A native run on the same machine gets the same bits; another libm may
//! differ in the last ones. Cost: one look-up by name and one call.

use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_void};

macro_rules! declare {
    (one: $($one:ident)*; two: $($two:ident)*; onef: $($onef:ident)*; twof: $($twof:ident)*) => {
        extern "C" {
            $(fn $one(x: f64) -> f64;)*
            $(fn $two(x: f64, y: f64) -> f64;)*
            $(fn $onef(x: f32) -> f32;)*
            $(fn $twof(x: f32, y: f32) -> f32;)*
        }

        /// The function of this name.
        fn lookup(name: &str) -> Option<Function> {
            $(if name == stringify!($one) {
                return Some(Function::One($one));
            })*
            $(if name == stringify!($two) {
                return Some(Function::Two($two));
            })*
            $(if name == stringify!($onef) {
                return Some(Function::OneFloat($onef));
            })*
            $(if name == stringify!($twof) {
                return Some(Function::TwoFloat($twof));
            })*
            match name {
                "lgamma" => Some(Function::Gamma(lgamma_r)),
                "lgammaf" => Some(Function::GammaFloat(lgammaf_r)),
                // The compiler's own support library has others of these two names,
                // which a linker takes first, with other last bits.
                "cbrt" => Some(Function::One(loaded(c"cbrt")?)),
                "cbrtf" => Some(Function::OneFloat(loaded(c"cbrtf")?)),
                _ => None,
            }
        }
    };
}

declare! {
    one: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1
         log log2 log10 log1p erf erfc tgamma j0 j1 y0 y1;
    two: pow atan2 hypot;
    onef: sinf cosf tanf asinf acosf atanf sinhf coshf tanhf asinhf acoshf atanhf expf exp2f
         exp10f expm1f logf log2f log10f log1pf erff erfcf tgammaf j0f j1f y0f y1f;
    twof: powf atan2f hypotf
}

extern "C" {
    // `lgamma` writes the process's `signgam`, which threads share.
    fn lgamma_r(x: f64, sign: *mut c_int) -> f64;
    fn lgammaf_r(x: f32, sign: *mut c_int) -> f32;
    fn __errno_location() -> *mut c_int;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The function of this name in the libraries that are loaded.
fn loaded<F: Copy>(name: &CStr) -> Option<F> {
    const { assert!(std::mem::size_of::<F>() == std::mem::size_of::<*mut c_void>()) };
    // SAFETY: a null handle is RTLD_DEFAULT, the name ends in a zero byte.
    let found = unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) };
    // SAFETY: F is a pointer to a function, of the type that math.h gives this name;
    // both are as large.
    (!found.is_null()).then(|| unsafe { std::mem::transmute_copy::<*mut c_void, F>(&found) })
}

enum Function {
    One(unsafe extern "C" fn(f64) -> f64),
    Two(unsafe extern "C" fn(f64, f64) -> f64),
    OneFloat(unsafe extern "C" fn(f32) -> f32),
    TwoFloat(unsafe extern "C" fn(f32, f32) -> f32),
    Gamma(unsafe extern "C" fn(f64, *mut c_int) -> f64),
    GammaFloat(unsafe extern "C" fn(f32, *mut c_int) -> f32),
}

/// The bits of a `double` and what the function left in errno (0: nothing).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Computed {
    pub bits: u64,
    pub errno: i32,
}

/// The function of this name on the bits of one or two `double`s. A `float`
/// function takes and gives values that a `float` holds. `None` for a name
/// that is not in the list.
pub fn libm(name: &str, x: u64, y: u64) -> Option<Computed> {
    let function = lookup(name)?;
    let (x, y) = (f64::from_bits(x), f64::from_bits(y));
    let mut sign: c_int = 0;
    // SAFETY: these functions take numbers by value and are defined for all of
    // them; `sign` and the thread's own errno are valid places.
    let (value, errno) = unsafe {
        let errno = __errno_location();
        let before = *errno;
        *errno = 0;
        let value = match function {
            Function::One(f) => f(x),
            Function::Two(f) => f(x, y),
            Function::OneFloat(f) => f64::from(f(x as f32)),
            Function::TwoFloat(f) => f64::from(f(x as f32, y as f32)),
            Function::Gamma(f) => f(x, &mut sign),
            Function::GammaFloat(f) => f64::from(f(x as f32, &mut sign)),
        };
        let after = *errno;
        *errno = before;
        (value, after)
    };
    Some(Computed {
        bits: value.to_bits(),
        errno,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_errors_are_those_of_c() {
        let of = |name, x: f64, y: f64| libm(name, x.to_bits(), y.to_bits());
        let value = |name, x, y| f64::from_bits(of(name, x, y).map_or(0, |c| c.bits));
        assert_eq!(value("cos", 0.0, 0.0), 1.0);
        assert_eq!(value("pow", 2.0, 10.0), 1024.0);
        assert_eq!(value("hypotf", 3.0, 4.0), 5.0);
        assert_eq!(value("lgamma", 1.0, 0.0), 0.0);
        // 33 is EDOM, 34 ERANGE.
        assert_eq!(of("log", -1.0, 0.0).map(|c| c.errno), Some(33));
        assert_eq!(of("exp", 1e9, 0.0).map(|c| c.errno), Some(34));
        assert_eq!(of("exp", 1.0, 0.0).map(|c| c.errno), Some(0));
        assert_eq!(of("sine", 1.0, 0.0), None);
    }
}
