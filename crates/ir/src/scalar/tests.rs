use super::*;
use crate::{FloatBinOp, FloatFormat, FloatPred, FloatUnOp, Intrinsic};
use BinOp::*;

/// The mathematical result at small widths, written independently.
fn reference(op: BinOp, w: u32, a: u64, b: u64) -> Option<i128> {
    let (ua, ub) = (i128::from(a), i128::from(b));
    let s = |v: i128| if v >= 1 << (w - 1) { v - (1 << w) } else { v };
    let (sa, sb) = (s(ua), s(ub));
    Some(match op {
        Add => ua + ub,
        Sub => ua - ub,
        Mul => ua * ub,
        UDiv if ub != 0 => ua / ub,
        URem if ub != 0 => ua % ub,
        SDiv if sb != 0 => sa / sb,
        SRem if sb != 0 => sa % sb,
        UDiv | SDiv | URem | SRem => return None,
        And => ua & ub,
        Or => ua | ub,
        Xor => ua ^ ub,
        Shl if ub < i128::from(w) => ua << ub,
        LShr if ub < i128::from(w) => ua >> ub,
        AShr if ub < i128::from(w) => sa >> ub,
        Shl | LShr => 0,
        AShr => {
            if sa < 0 {
                -1
            } else {
                0
            }
        }
    })
}

const OPS: [BinOp; 13] = [
    Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr,
];

#[test]
fn integer_operations_agree_with_mathematics_at_small_widths() {
    for w in 1..=5u32 {
        for a in 0..1u64 << w {
            for b in 0..1u64 << w {
                for op in OPS {
                    let r = bin64(op, w, a, b);
                    assert!(r <= mask64(w), "{op:?} {w} {a} {b}");
                    let wide = bin128(op, w, a.into(), b.into());
                    assert_eq!(u128::from(r), wide);
                    if let Some(m) = reference(op, w, a, b) {
                        assert_eq!(r, m.rem_euclid(1 << w) as u64, "{op:?} {w} {a} {b}");
                    }
                }
                let signed = |v: u64| i128::from(sext64(w, v));
                let range = -(1i128 << (w - 1))..1i128 << (w - 1);
                for (op, exact) in [
                    (Add, signed(a) + signed(b)),
                    (Sub, signed(a) - signed(b)),
                    (Mul, signed(a) * signed(b)),
                ] {
                    let over = !range.contains(&exact);
                    assert_eq!(wraps_signed(op, w, a.into(), b.into()), over);
                    assert_eq!(wraps_signed64(op, w, a, b), over);
                }
                for (op, exact) in [
                    (Add, i128::from(a) + i128::from(b)),
                    (Sub, i128::from(a) - i128::from(b)),
                    (Mul, i128::from(a) * i128::from(b)),
                ] {
                    let over = !(0..1i128 << w).contains(&exact);
                    assert_eq!(wraps_unsigned(op, w, a.into(), b.into()), over);
                }
                if b < u64::from(w) {
                    let over = !range.contains(&(signed(a) << b));
                    assert_eq!(wraps_signed(Shl, w, a.into(), b.into()), over);
                    assert_eq!(wraps_unsigned(Shl, w, a.into(), b.into()), a << b >> w != 0);
                }
            }
        }
    }
}

#[test]
fn wide_operations_agree_with_narrow_ones_above_64_bits() {
    // At 65..=128 bits: (a op b) computed by two ways for values that fit.
    for w in [65, 96, 127, 128] {
        for a in [
            0i128,
            1,
            -1,
            12345,
            -987,
            i64::MAX as i128,
            i64::MIN as i128,
        ] {
            for b in [1i128, -1, 3, 17, -40] {
                let (ua, ub) = (a as u128 & mask128(w), b as u128 & mask128(w));
                for (op, exact) in [
                    (Add, a + b),
                    (Sub, a - b),
                    (Mul, a.wrapping_mul(b)),
                    (SDiv, a / b),
                    (SRem, a % b),
                ] {
                    assert_eq!(bin128(op, w, ua, ub), exact as u128 & mask128(w));
                }
            }
        }
    }
    assert!(w128::smulo(1 << 100, 1 << 100, 128));
    assert!(w128::uaddo(u128::MAX, 1, 128));
    assert!(division_overflows(SDiv, 128, signed_min(128), u128::MAX));
}

#[test]
fn intrinsics_at_eight_bits() {
    let i = |op, a: u128, b: u128| intrinsic(op, 8, [a, b, 0]);
    assert_eq!(i(Intrinsic::SAddOverflow, 127, 1), (128, 1));
    assert_eq!(i(Intrinsic::UAddOverflow, 255, 1), (0, 1));
    assert_eq!(i(Intrinsic::SAddSat, 127, 1).0, 127);
    assert_eq!(i(Intrinsic::SAddSat, 128, 255).0, 128);
    assert_eq!(i(Intrinsic::SSubSat, 128, 1).0, 128);
    assert_eq!(i(Intrinsic::USubSat, 1, 2).0, 0);
    assert_eq!(i(Intrinsic::UAddSat, 200, 100).0, 255);
    assert_eq!(i(Intrinsic::SShlSat, 0x40, 1).0, 127);
    assert_eq!(i(Intrinsic::UShlSat, 0x80, 1).0, 255);
    assert_eq!(i(Intrinsic::BitReverse, 0b0000_0110, 0).0, 0b0110_0000);
    assert_eq!(i(Intrinsic::Ctlz, 1, 0).0, 7);
    assert_eq!(i(Intrinsic::Cttz, 0, 0).0, 8);
    assert_eq!(i(Intrinsic::CtPop, 255, 0).0, 8);
    assert_eq!(i(Intrinsic::Abs, 0x80, 0).0, 0x80);
    assert_eq!(i(Intrinsic::SMin, 0x80, 1).0, 0x80);
    assert_eq!(i(Intrinsic::UMin, 0x80, 1).0, 1);
    assert_eq!(intrinsic(Intrinsic::Bswap, 16, [0x1234, 0, 0]).0, 0x3412);
    assert_eq!(intrinsic(Intrinsic::FShl, 8, [0x12, 0x34, 4]).0, 0x23);
    assert_eq!(intrinsic(Intrinsic::FShr, 8, [0x12, 0x34, 4]).0, 0x23);
    assert_eq!(intrinsic(Intrinsic::FShl, 8, [0x12, 0x34, 8]).0, 0x12);
    assert!(intrinsic_undefined(Intrinsic::Ctlz, 8, [0, 1, 0]));
}

/// Software and hardware agree on every format by going through `double`.
#[test]
fn soft_formats_agree_with_double_on_exact_cases() {
    use FloatFormat::*;
    let values = [0.0f64, -0.0, 1.0, -2.5, 3.0, 64.0, 0.5, 7.0];
    for fmt in [F16, F32, F80, F128] {
        for x in values {
            for y in values {
                let (a, b) = (u128::from(x.to_bits()), u128::from(y.to_bits()));
                let (fa, fb) = (float_cast(F64, fmt, a), float_cast(F64, fmt, b));
                for op in [
                    FloatBinOp::Add,
                    FloatBinOp::Sub,
                    FloatBinOp::Mul,
                    FloatBinOp::Rem,
                    FloatBinOp::Min,
                    FloatBinOp::Max,
                    FloatBinOp::CopySign,
                ] {
                    let want = float_bin(F64, op, a, b);
                    let got = float_cast(fmt, F64, float_bin(fmt, op, fa, fb));
                    let nan = f64::from_bits(want as u64).is_nan();
                    if nan {
                        assert!(f64::from_bits(got as u64).is_nan());
                    } else {
                        assert_eq!(want, got, "{fmt:?} {op:?} {x} {y}");
                    }
                }
                for p in [
                    FloatPred::Olt,
                    FloatPred::Oeq,
                    FloatPred::Une,
                    FloatPred::Uge,
                ] {
                    assert_eq!(float_cmp(F64, p, a, b), float_cmp(fmt, p, fa, fb));
                }
            }
        }
    }
}

#[test]
fn soft_square_root_is_correctly_rounded() {
    use FloatFormat::*;
    // The digit method at 32 and 64 bits against the machine's.
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..20_000 {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let bits = u128::from(seed >> 1);
        let x = f64::from_bits(bits as u64);
        if x.is_finite() {
            // Through F80 and back is not exact; compare the squares instead.
            let wide = float_cast(F64, F80, bits);
            let root = float_un(F80, FloatUnOp::Sqrt, wide);
            let narrowed = float_cast(F80, F64, root);
            let native = u128::from(x.sqrt().to_bits());
            assert!(narrowed.abs_diff(native) <= 1, "{x}");
        }
    }
    for n in 0..200u128 {
        let sq = int_to_fp(F128, false, 64, n * n);
        let root = float_un(F128, FloatUnOp::Sqrt, sq);
        assert_eq!(root, int_to_fp(F128, false, 64, n));
        let sq = int_to_fp(F80, false, 64, n * n);
        assert_eq!(
            float_un(F80, FloatUnOp::Sqrt, sq),
            int_to_fp(F80, false, 64, n)
        );
    }
    // sqrt(2) at 64 bits of precision, as x87's fsqrt gives it.
    let two = int_to_fp(F80, false, 64, 2);
    assert_eq!(
        float_un(F80, FloatUnOp::Sqrt, two),
        0x3fff_b504_f333_f9de_6484
    );
}

#[test]
fn conversions_to_integers_report_what_does_not_fit() {
    use FloatFormat::*;
    let d = |x: f64| u128::from(x.to_bits());
    assert_eq!(fp_to_int(F64, true, 32, d(-1.9)), Some(0xffff_ffff));
    assert_eq!(fp_to_int(F64, true, 32, d(2147483648.0)), None);
    assert_eq!(
        fp_to_int(F64, true, 32, d(-2147483648.9)),
        Some(0x8000_0000)
    );
    assert_eq!(fp_to_int(F64, false, 32, d(-0.5)), Some(0));
    assert_eq!(fp_to_int(F64, false, 32, d(-1.0)), None);
    assert_eq!(fp_to_int(F64, true, 64, d(f64::NAN)), None);
    assert_eq!(
        fp_to_int(F64, true, 64, d(9.223372036854775e18)),
        Some(9223372036854774784)
    );
    assert_eq!(
        fp_to_int(F64, true, 64, d(9_223_372_036_854_775_808.0)),
        None
    );
    assert_eq!(
        fp_to_int(F64, false, 64, d(1.8e19)),
        Some(18000000000000000000)
    );
    assert_eq!(fp_to_int(F32, true, 8, 0x4300_0000), None); // 128.0f
    assert!(float_is_class(F64, d(f64::NAN), 2));
    assert!(float_is_class(F64, d(-0.0), 1 << 5));
    assert!(float_is_class(F80, int_to_fp(F80, true, 8, 0xff), 1 << 3));
}
