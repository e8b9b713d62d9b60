//! Terms of x87 numbers against the reference semantics, on stored bits of any
//! kind: numbers, denormals, pseudo-denormals, unnormals, infinities, NaNs.

use ep_ir::{scalar, FloatBinOp, FloatFormat, FloatPred, FloatUnOp};
use ep_term::{x87, Evaluator, FloatSort, Model, Pool, Rounding, Sort, TermId};

const F: FloatFormat = FloatFormat::F80;
const MASK: u128 = (1 << 80) - 1;

/// Xorshift.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Stored bits with a liking for what is special.
    fn stored(&mut self) -> u128 {
        let any = u128::from(self.bits()) << 64 | u128::from(self.bits());
        let special = [
            0,
            0x3fff_8000_0000_0000_0000, // 1
            0x4000_c000_0000_0000_0000, // 3
            0x7fff_8000_0000_0000_0000, // infinity
            0x7fff_c000_0000_0000_0000, // NaN
            0x7fff_0000_0000_0000_0000, // pseudo-infinity
            0x0000_8000_0000_0000_0000, // pseudo-denormal
            0x0000_0000_0000_0000_0001, // least denormal
            0x3fff_4000_0000_0000_0000, // unnormal
            0x7ffe_ffff_ffff_ffff_ffff, // largest
        ];
        let sign = u128::from(self.bits() & 1) << 79;
        match self.bits() % 4 {
            0 => special[(self.bits() % special.len() as u64) as usize] | sign,
            1 => any & MASK,
            // Near one, where sums and quotients are numbers.
            2 => (0x3ff8_8000_0000_0000_0000 + (any & 0xf_7fff_ffff_ffff_ffff)) | 1 << 63 | sign,
            _ => scalar::int_to_fp(F, true, 64, u128::from(self.bits() % 200)) | sign,
        }
    }
}

fn is_nan(bits: u128) -> bool {
    scalar::float_cmp(F, FloatPred::Uno, bits, bits)
}

/// The stored bits of two variables, and values for them.
struct Two {
    pool: Pool,
    raw: [TermId; 2],
    model: Model,
}

impl Two {
    fn new() -> Two {
        let mut pool = Pool::new();
        let raw = ["x", "y"].map(|n| pool.fresh_var(n, Sort::BitVec(80)));
        Two {
            pool,
            raw,
            model: Model::new(),
        }
    }

    fn set(&mut self, x: u128, y: u128) {
        for (v, bits) in self.raw.into_iter().zip([x, y]) {
            let v = self.pool.as_var(v).expect("a variable");
            self.model.set_bits(v, bits);
        }
    }

    fn bits(&self, t: TermId) -> u128 {
        Evaluator::new().eval_bv(&self.pool, t, &self.model)
    }

    fn truth(&self, t: TermId) -> bool {
        Evaluator::new().eval_bool(&self.pool, t, &self.model)
    }
}

#[test]
fn terms_compute_what_the_reference_computes() {
    let mut two = Two::new();
    let p = &mut two.pool;
    let [x, y] = two.raw.map(|b| p.x87_load(b));
    let binary = [
        (FloatBinOp::Add, p.fp_add(x, y)),
        (FloatBinOp::Sub, p.fp_sub(x, y)),
        (FloatBinOp::Mul, p.fp_mul(x, y)),
        (FloatBinOp::Div, p.fp_div(x, y)),
    ]
    .map(|(op, t)| (op, p.x87_store(t)));
    let unary = [
        (FloatUnOp::Sqrt, p.fp_sqrt(x)),
        (FloatUnOp::Floor, p.fp_round(x, Rounding::TowardNegative)),
        (FloatUnOp::Round, p.fp_round(x, Rounding::NearestAway)),
    ]
    .map(|(op, t)| (op, p.x87_store(t)));
    let comparisons = [
        (FloatPred::Oeq, p.fp_eq(x, y)),
        (FloatPred::Olt, p.fp_lt(x, y)),
        (FloatPred::Ole, p.fp_le(x, y)),
    ];
    let nan = p.fp_is_nan(x);
    let double = p.fp_to_fp(x, FloatSort::F64);
    let double = p.fp_to_bits(double);
    let integer = p.fp_to_sbv(x, 64);
    let low = p.extract(two.raw[0], 63, 0);
    let back = p.sbv_to_fp(low, FloatSort::X87);
    let back = p.x87_store(back);
    let mut r = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let (a, b) = (r.stored(), r.stored());
        two.set(a, b);
        for (op, t) in binary {
            let (got, want) = (two.bits(t), scalar::float_bin(F, op, a, b));
            let same = got == want || (is_nan(got) && is_nan(want));
            assert!(same, "{op:?} of {a:#x} {b:#x}: {got:#x}, {want:#x}");
        }
        for (op, t) in unary {
            let (got, want) = (two.bits(t), scalar::float_un(F, op, a));
            let same = got == want || (is_nan(got) && is_nan(want));
            assert!(same, "{op:?} of {a:#x}: {got:#x}, {want:#x}");
        }
        for (pred, t) in comparisons {
            let want = scalar::float_cmp(F, pred, a, b);
            assert_eq!(two.truth(t), want, "{pred:?} of {a:#x} {b:#x}");
        }
        assert_eq!(two.truth(nan), is_nan(a), "{a:#x}");
        let (got, want) = (two.bits(double), scalar::float_cast(F, FloatFormat::F64, a));
        let nans = f64::from_bits(got as u64).is_nan() && f64::from_bits(want as u64).is_nan();
        assert!(got == want || nans, "{a:#x}: {got:#x}, {want:#x}");
        if let Some(want) = scalar::fp_to_int(F, true, 64, a) {
            assert_eq!(two.bits(integer), want, "{a:#x}");
        }
        let want = scalar::int_to_fp(F, true, 64, a & u128::from(u64::MAX));
        assert_eq!(two.bits(back), want, "{a:#x}");
    }
}

#[test]
fn what_is_stored_is_loaded_again() {
    let mut two = Two::new();
    let p = &mut two.pool;
    let loaded = p.x87_load(two.raw[0]);
    let stored = p.x87_store(loaded);
    let mut r = Random(7);
    for _ in 0..20_000 {
        let bits = r.stored();
        two.set(bits, 0);
        let got = two.bits(stored);
        assert_eq!(got, x87::stored(x87::loaded(bits)), "{bits:#x}");
        let (exponent, leading) = (bits >> 64 & 0x7fff, bits >> 63 & 1 == 1);
        if (exponent != 0) == leading {
            // The encodings that the processor itself makes.
            assert_eq!(got, bits);
        } else {
            let pseudo_denormal = exponent == 0;
            assert_eq!(is_nan(bits), !pseudo_denormal, "{bits:#x}");
            assert_eq!(is_nan(got), !pseudo_denormal, "{bits:#x}");
        }
    }
}
