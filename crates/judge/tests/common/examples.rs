//! Certificates written by hand, at least one for each rule.

/// Name, system, claims.
pub const EXAMPLES: &[(&str, &str, &str)] = &[
    (
        "countdown",
        "(system (vars x y) (locs l0 l1) (start l0)
  (trans t0 l0 (temps) (guard) (cost 1 1) (to l1))
  (trans t1 l1 (temps) (guard (> x 0)) (cost 1 1) (to l1 (x (- x 1)) (y (+ y x)))))",
        "(claim termination (assume) (derive)
  (rank (at l1 x) (strict t1 0 (farkas) (farkas (1 g0)))))
(claim upper (assume) (derive)
  (bound (+ 1 (max 0 x)))
  (value v start x x (invariant (farkas)))
  (value w t0 x x (before (farkas) v))
  (once first 1 t0)
  (rank loop (max 0 x) 0 (at l1 x) (strict t1 1 (farkas) (farkas (1 g0)) (farkas)) (entry w first))
  (total (use 1 first) (use 1 loop)))
(claim lower (family n (start (x n) (y 0)) (where (>= n 0))) (bound (+ n 1))
  (run (step t0 0 ())
       (repeat k n (state (x (- n k)) (y (+ (* n k) (* -1/2 k k) (* 1/2 k)))) (cost k) (count (farkas (1 c0)))
         (step t1 0 () (farkas (1 k.hi)))))
  (proof (farkas)) (members 0 1 20))",
    ),
    (
        "triangle",
        // for (i = 0; i < n; i++) for (j = 0; j < i; j++);
        "(system (vars i j n) (locs s o q) (start s)
  (trans t0 s (temps) (guard) (cost 1 1) (to o (i 0)))
  (trans t1 o (temps) (guard (< i n)) (cost 1 1) (to q (j 0)))
  (trans t2 q (temps) (guard (< j i)) (cost 1 1) (to q (j (+ j 1))))
  (trans t3 q (temps) (guard (>= j i)) (cost 1 1) (to o (i (+ i 1)))))",
        "(claim termination (assume) (derive)
  (rank (at o (* 2 (- n i))) (at q (- (* 2 (- n i)) 1))
    (strict t1 0 (farkas) (farkas (2 g0)))
    (weak t2 0 (farkas)) (weak t3 0 (farkas)))
  (rank (at q (- i j)) (strict t2 0 (farkas) (farkas (1 g0)))))
(claim upper (assume) (derive
    (ghost (n0 n))
    (invariants (at s (= n n0)) (at o (= n n0)) (at q (<= i (- n0 1)) (= n n0))
      (init (farkas (-1 a0)))
      (keep t0 0 (farkas (1 i0)))
      (keep t1 0 (farkas (1 g0) (-1 i0)) (farkas (1 i0)))
      (keep t2 0 (farkas (1 i0)) (farkas (1 i1)))
      (keep t3 0 (farkas (1 i1)))))
  (bound (+ 1 (* 2 (max 0 n)) (* (max 0 n) (max 0 (- n 1)))))
  (once e 1 t0)
  (value a t0 (- n i) n (invariant (farkas (-1 g0))))
  (rank outer (max 0 n) 0 (at o (- n i)) (at q (- n i 1))
    (strict t1 1 (farkas) (farkas (1 g0)) (farkas))
    (inside t2 (farkas)) (inside t3 (farkas)) (entry a e))
  (rank back (max 0 n) 0 (at o (- n i)) (at q (- n i))
    (strict t3 1 (farkas) (farkas (1 g1) (1 g2)) (farkas))
    (inside t1 (farkas)) (inside t2 (farkas)) (entry a e))
  (value b t1 (- i j) (- n 1) (invariant (farkas (1 g0) (-1 g1))))
  (rank inner (* (max 0 n) (max 0 (- n 1))) 0 (at q (- i j))
    (strict t2 1 (farkas) (farkas (1 g0)) (farkas)) (entry b outer))
  (total (use 1 e) (use 1 outer) (use 1 back) (use 1 inner)))",
    ),
    (
        "phases",
        // while (x > 0) { x += y; y--; }
        "(system (vars x y) (locs l) (start l)
  (trans t l (temps) (guard (>= x 1)) (cost 1 1) (to l (x (+ x y)) (y (- y 1)))))",
        "(claim termination (assume) (derive)
  (rank (at l (+ y 1) x) (strict t 0 (farkas) (farkas) (farkas (1 g0)))))",
    ),
    (
        "halves of a call",
        "(system (vars x) (locs f) (start f)
  (trans split f (temps y) (guard (>= y 1) (>= (- x y) 1)) (cost 1 1) (to f (x y)) (to f (x (- x y))))
  (trans leaf f (temps) (guard (= x 1)) (cost 1 1)))",
        "(claim termination (assume) (derive)
  (rank (at f x) (strict split 0 (farkas (1 g1)) (farkas (1 g0) (1 g1)))
    (strict split 1 (farkas (1 g0)) (farkas (1 g0) (1 g1)))))
(claim upper (assume) (derive) (bound (max 0 (- (* 2 x) 1)))
  (tree t (max 0 (- (* 2 x) 1)) (at f (- (* 2 x) 1))
    (firing split 1 (up (farkas (2 g0) (2 g1))) (up (farkas (2 g1))) (up (farkas (2 g0))) (up (farkas)))
    (firing leaf 1 (up (farkas (2 g0)))))
  (total (use 1 t)))",
    ),
    (
        "calls that share, and their leaves",
        "(system (vars n) (locs f) (start f)
  (trans split f (temps k) (guard (>= n 1) (>= k 0) (>= (- n k 1) 0)) (cost 1 1) (to f (n k)) (to f (n (- n k 1))))
  (trans leaf f (temps) (guard (<= n 0)) (cost 2 2)))",
        "(claim upper (assume) (derive) (bound (+ 2 (* 5 (max 0 n))))
  (value v start n n (invariant (farkas)))
  (share s (max 0 n) (at f n)
    (firing split 1 (up (farkas (1 g0))) (up (farkas (1 g2))) (up (farkas (1 g1))) (up (farkas)))
    (entry v))
  (arrive a (+ 1 (* 2 (max 0 n))) f (by (split 0) s) (by (split 1) s))
  (total (use 1 s) (use 2 a)))",
    ),
    (
        "calls that branch",
        "(system (vars n) (locs m f) (start m)
  (trans go m (temps) (guard) (cost 1 1) (to f))
  (trans two f (temps) (guard (>= n 2)) (cost 1 1) (to f (n (- n 1))) (to f (n (- n 2))))
  (trans down f (temps) (guard (>= n 9)) (cost 1 1) (to f (n (- n 1)))))",
        "(claim upper (assume) (derive)
  (bound (+ 1 (pow 2 n) (* (max 0 n) (+ 1 (* 2 (pow 2 n))))))
  (value v start n n (invariant (farkas)))
  (value w go n n (before (farkas) v))
  (arrive one 1 m)
  (branch b (pow 2 n) (at f n) (inside down (farkas))
    (strict two (farkas) (farkas) (farkas (1 g0))) (entry w one))
  (value x (two 0) n n (sum (at f n) (entry w) (edge (two 0) (keep (farkas)))
    (edge (two 1) (keep (farkas))) (edge down (keep (farkas)))))
  (value y (two 1) n n (sum (at f n) (entry w) (edge (two 0) (keep (farkas)))
    (edge (two 1) (keep (farkas))) (edge down (keep (farkas)))))
  (rank d _ 0 (at f n) (strict down 1 (farkas) (farkas (1 g0)) (farkas))
    (entry w one) (entry x b) (entry y b))
  (total (use 1 one) (use 1 b) (use 1 d)))",
    ),
    (
        "logarithm",
        "(system (vars x) (locs l) (start l)
  (trans t l (temps h) (guard (>= x 1) (<= (* 2 h) x)) (cost 3 3) (to l (x h))))",
        "(claim upper (assume) (derive) (bound (* 3 (bits x)))
  (value v start x x (invariant (farkas)))
  (log c (bits x) (at l x) (strict t (farkas (1 g1)) (farkas (1 g0))) (entry v))
  (total (use 3 c)))
(claim termination (assume) (derive
    (weaken t ((>= x 1) (farkas (1 g0))) ((>= (- x h 1) 0) (by (have c (>= x h) (cases (>= h 0) p
       (farkas (1 g1) (1 p)) (farkas (1 g0) (1 p))))
      (cases (>= (- x h 1) 0) q (farkas (1 q)) (farkas (1 g1) (1 g0) (2 q)))))))
  (rank (at l x) (strict t 0 (farkas (1 g1)) (farkas (1 g0)))))",
    ),
    (
        "doubling",
        // while (i > 0) { i--; x = 2 * x + 1; } while (x > 0) x--;
        "(system (vars i x) (locs a b) (start a)
  (trans up a (temps) (guard (> i 0)) (cost 1 1) (to a (i (- i 1)) (x (+ (* 2 x) 1))))
  (trans go a (temps) (guard (<= i 0)) (cost 0 0) (to b))
  (trans down b (temps) (guard (> x 0)) (cost 1 1) (to b (x (- x 1)))))",
        "(claim upper (assume) (derive)
  (bound (+ (max 0 i) (* (pow 2 (max 0 i)) (+ (max 0 x) (max 0 i)))))
  (value i0 start i i (invariant (farkas)))
  (value x0 start x x (invariant (farkas)))
  (rank ups (max 0 i) 0 (at a i) (strict up 1 (farkas) (farkas (1 g0)) (farkas)) (entry i0))
  (value grown up x (* (pow 2 (max 0 i)) (+ (max 0 x) (max 0 i)))
    (scale 2 (at a x) (entry x0) (edge up (grow 1 (farkas) () ups))))
  (value there go x _ (before (farkas) x0 grown))
  (once one 1 go)
  (rank downs (* (pow 2 (max 0 i)) (+ (max 0 x) (max 0 i))) 0 (at b x)
    (strict down 1 (farkas) (farkas (1 g0)) (farkas)) (entry there one))
  (total (use 1 ups) (use 1 downs)))",
    ),
    (
        "sum and charge",
        // while (i > 0) { i--; x += y (y fixed, >= 0); cost x }
        "(system (vars i x y) (locs a) (start a)
  (trans up a (temps) (guard (> i 0)) (cost 0 x) (to a (i (- i 1)) (x (+ x y)))))",
        "(claim upper (assume (>= y 0)) (derive)
  (bound (* (max 0 i) (max 0 (+ (max 0 x) (* y (max 0 i))))))
  (value i0 start i i (invariant (farkas)))
  (value x0 start x x (invariant (farkas)))
  (value y0 start y y (invariant (farkas)))
  (rank ups (max 0 i) 0 (at a i) (strict up 1 (farkas) (farkas (1 g0)) (farkas)) (entry i0))
  (value y1 up y y (sum (at a y) (entry y0) (edge up (keep (farkas)))))
  (value x1 up x (+ (max 0 x) (* y (max 0 i)))
    (sum (at a x) (entry x0) (edge up (grow y (farkas) (y0 y1) ups))))
  (total (charge up ups x (farkas) (x0 x1))))",
    ),
    (
        "products",
        "(system (vars x y z) (locs l) (start l)
  (trans t l (temps) (guard (>= x 1) (>= y 1) (> z 0)) (cost 1 1) (to l (z (- z (* x y))))))",
        "(claim termination (assume) (derive)
  (rank (at l z) (strict t 0 (by (mul p g0 g1) (farkas (1 p) (1 g0) (1 g1))) (farkas (1 g2)))))",
    ),
    (
        "parity",
        // x is even and stays so: x = 1 is never reached.
        "(system (vars x k) (locs a b) (start a)
  (trans in a (temps h) (guard (= x (* 2 h))) (cost 1 1) (to b (k h)))
  (trans odd b (temps) (guard (= x 1)) (cost 1 1) (to b))
  (trans step b (temps) (guard (>= x 2)) (cost 1 1) (to b (x (- x 2)) (k (- k 1)))))",
        "(claim termination (assume) (derive
    (invariants (at b (= x (* 2 k))) (keep in 0 (farkas (1 g0))) (keep odd 0 (farkas (1 i0)))
      (keep step 0 (farkas (1 i0))))
    (remove odd (by (have c (>= k 1) (farkas (1/2 g0) (-1/2 g1))) (farkas (-1 g0) (1 g1) (2 c)))))
  (rank (at b x) (strict step 0 (farkas) (farkas (1 g0)))))",
    ),
    (
        "chain, slice and refine",
        "(system (vars x y w) (locs s a b z) (start s)
  (trans in s (temps) (guard) (cost 1 1) (to a (w 0)))
  (trans ab a (temps t) (guard (>= x 1) (>= t 1)) (cost 1 t) (to b (x (- x t)) (w (+ w 1))))
  (trans ba b (temps t) (guard (<= t 3)) (cost 2 2) (to a (y t)))
  (trans dead z (temps) (guard) (cost 1 1) (to z)))",
        "(claim termination (assume) (derive
    (unreachable)
    (forget w)
    (eliminate b (ab ba loop))
    (split loop (>= x 5) far near)
    (copy a c (as ab ab2) (as far far2) (as near near2) (redirect in 0))
    (invariants (at c (>= x x)) (keep in 0 (farkas))))
  (rank (at a x) (at c x) (strict far 0 (farkas (1 g1)) (farkas (1 g0)))
    (strict near 0 (farkas (1 g1)) (farkas (1 g0)))))",
    ),
    (
        "square root",
        // while (x * x > 0) x--, from x >= 0: the guard is x != 0 in disguise
        "(system (vars x) (locs l) (start l)
  (trans t l (temps) (guard (> (* x x) 0)) (cost 1 1) (to l (x (- x 1)))))",
        "(claim termination (assume (>= x 0)) (derive
    (invariants (at l (>= x 0)) (init (farkas (1 a0)))
      (keep t 0 (cases (>= x 1) p (farkas (1 p))
        (by (mul q p i0) (mul r p p) (farkas (1 g0) (1 q) (1 i0)))))))
  (rank (at l x) (strict t 0 (farkas) (farkas (1 g1)))))",
    ),
    (
        "for ever",
        // a stem, a set with a number of its own, a temporary
        "(system (vars x y) (locs s l) (start s)
  (trans in s (temps) (guard (>= x 3)) (cost 1 1) (to l))
  (trans up l (temps h) (guard (= x (* 2 h)) (>= y 0)) (cost 1 1) (to l (x (+ x 2)) (y h)))
  (trans off l (temps) (guard (< y 0)) (cost 1 1) (to l (y (+ y 1)))))",
        "(claim nontermination (start (x 4) (y -5))
  (stem (step in 0) (times 5 (step off 0)))
  (set even l (aux e) (where (= x (* 2 e)) (>= e 0) (>= y 0)) (point 2)
    (path (round up 0 ((h e)) (farkas (1 s0)) (farkas (1 s2))))
    (next even (+ e 1))
    (proofs (farkas (1 s0)) (farkas (1 s1)) (farkas (1 s1)))
    (pays (farkas))))",
    ),
    (
        "two sets",
        "(system (vars x) (locs l) (start l)
  (trans a l (temps) (guard (>= x 1)) (cost 1 1) (to l (x (- 0 x))))
  (trans b l (temps) (guard (<= x -1)) (cost 1 1) (to l (x (- 1 x)))))",
        "(claim nontermination (start (x 2)) (stem)
  (set up l (aux) (where (>= x 1)) (point)
    (path (round a 0 () (farkas (1 s0)))) (next low) (proofs (farkas (1 s0))))
  (set low l (aux) (where (<= x -1)) (point)
    (path (round b 0 () (farkas (1 s0)))) (next up) (proofs (farkas (1 s0)))))",
    ),
    (
        "quadratic from below",
        "(system (vars i j n) (locs s o q) (start s)
  (trans t0 s (temps) (guard) (cost 1 1) (to o (i 0)))
  (trans t1 o (temps) (guard (< i n)) (cost 1 1) (to q (j 0)))
  (trans t2 q (temps) (guard (< j n)) (cost 1 1) (to q (j (+ j 1))))
  (trans t3 q (temps) (guard (>= j n)) (cost 1 1) (to o (i (+ i 1)))))",
        "(claim lower (family m (start (i 7) (j m) (n m)) (where (>= m 0))) (bound (+ 1 (* 2 m) (* m m)))
  (run (step t0 0 ())
    (repeat k m (state (i k)) (cost (* k (+ m 2))) (count (farkas (1 c0)))
      (step t1 0 () (farkas (1 k.hi)))
      (repeat r m (state (j r)) (cost r) (count (farkas (1 c0)))
        (step t2 0 () (farkas (1 r.hi))))
      (step t3 0 () (farkas))))
  (proof (farkas)) (members 0 1 5))",
    ),
    (
        "phases that are counted",
        "(system (vars x y) (locs l) (start l)
  (trans t l (temps) (guard (>= x 1)) (cost 1 1) (to l (x (+ x y)) (y (- y 1)))))",
        "(claim upper (assume) (derive) (bound (* 2 (+ 1 (max 0 (max (+ y 1) x)))))
  (value a start (+ y 1) (+ y 1) (invariant (farkas)))
  (value b start x x (invariant (farkas)))
  (nest c _ (at l (+ y 1) x) (strict t (farkas) (farkas) (farkas (1 g0))) (entry (a b)))
  (total (use 1 c)))",
    ),
    (
        "phases that are entered",
        "(system (vars x y n) (locs s l) (start s)
  (trans in s (temps) (guard) (cost 1 1) (to l (x n) (y n)))
  (trans idle l (temps) (guard (>= x 1) (>= n 1)) (cost 1 1) (to l (n (- n 1))))
  (trans t l (temps) (guard (>= x 1)) (cost 1 1) (to l (x (+ x y)) (y (- y 1)))))",
        "(claim upper (assume) (derive) (bound (+ 1 (max 0 n) (* 2 (+ 1 (max 0 (max (+ n 1) n))))))
  (value n0 start n n (invariant (farkas)))
  (value n1 start (+ n 1) (+ n 1) (invariant (farkas)))
  (value a in (+ y 1) _ (before (farkas) n1))
  (value b in x _ (before (farkas) n0))
  (once e 1 in)
  (nest c _ (at l (+ y 1) x) (inside idle (farkas) (farkas))
    (strict t (farkas) (farkas) (farkas (1 g0))) (entry (a b) e))
  (value d in n _ (before (farkas) n0))
  (rank r _ 0 (at l n) (inside t (farkas)) (strict idle 1 (farkas) (farkas (1 g1)) (farkas)) (entry d e))
  (total (use 1 e) (use 1 c) (use 1 r)))",
    ),
    (
        "a direction that stays",
        "(system (vars d x) (locs s l) (start s)
  (trans in s (temps) (guard) (cost 1 1) (to l))
  (trans up l (temps) (guard (>= d 1) (>= x 1) (<= x 9)) (cost 1 1) (to l (x (+ x 1))))
  (trans down l (temps) (guard (<= d 0) (>= x 1) (<= x 9)) (cost 1 1) (to l (x (- x 1)))))",
        "(claim termination (assume) (derive
    (unfold (copy l p (as up up1) (as down down1)) (copy l q (as up up2) (as down down2))
      (to up 0 p) (to up1 0 p) (to down 0 q) (to down2 0 q))
    (invariants (at p (>= d 1)) (at q (<= d 0)) (keep up 0 (farkas (1 g0)))
      (keep up1 0 (farkas (1 i0))) (keep down 0 (farkas (1 g0))) (keep down2 0 (farkas (1 i0))))
    (remove down1 (farkas (1 g0) (1 g3)))
    (remove up2 (farkas (1 g0) (1 g3))))
  (rank (at p (- 9 x)) (strict up1 0 (farkas) (farkas (1 g2))))
  (rank (at q x) (strict down2 0 (farkas) (farkas (1 g1)))))",
    ),
    (
        "size change",
        // Neither value falls on both edges, and no sum of them does.
        "(system (vars x y) (locs s l) (start s)
  (trans t0 s (temps) (guard) (cost 1 1) (to l))
  (trans t1 l (temps) (guard (> x 0) (> y 0)) (cost 1 1) (to l (x (- y 2)) (y (- y 1))))
  (trans t2 l (temps) (guard (> x 0) (> y 0)) (cost 1 1) (to l (x (- x 1)) (y (- x 1)))))",
        "(claim termination (assume) (derive)
  (size-change (at l x y)
    (graph t1 0 (less 1 0 (farkas) (farkas (1 g1))) (less 1 1 (farkas) (farkas (1 g1))))
    (graph t2 0 (less 0 0 (farkas) (farkas (1 g0))) (less 0 1 (farkas) (farkas (1 g0))))))",
    ),
    (
        "size change, lexicographic",
        "(system (vars x y) (locs l m) (start l)
  (trans t1 l (temps z) (guard (> x 0)) (cost 1 1) (to m (x (- x 1)) (y z)))
  (trans t2 m (temps) (guard (> y 0)) (cost 1 1) (to l (y (- y 1))))
  (trans t3 m (temps) (guard (> y 0)) (cost 1 1) (to m (y (- y 1)))))",
        "(claim termination (assume) (derive)
  (size-change (at l x y) (at m x y)
    (graph t1 0 (less 0 0 (farkas) (farkas (1 g0))))
    (graph t2 0 (keep 0 0 (farkas)) (less 1 1 (farkas) (farkas (1 g0))))
    (graph t3 0 (keep 0 0 (farkas)) (less 1 1 (farkas) (farkas (1 g0))))))",
    ),
    (
        "a set with branches",
        // Down to y, then far up again: no cycle is gone round for ever.
        "(system (vars x y) (locs l) (start l)
  (trans t0 l (temps) (guard (>= y 0) (> x y)) (cost 1 1) (to l (x (- x 1))))
  (trans t1 l (temps) (guard (>= y 0) (= x y)) (cost 1 1) (to l (x (+ (* 2 x) 1)) (y (+ y 1)))))",
        "(claim nontermination (start (x 3) (y 1)) (stem (step t0 0))
  (set s l (aux) (where (>= x y) (>= y 0)) (point) (choose
    (when (> x y) (path (round t0 0 () (farkas (1 s1)) (farkas (1 d0))))
      (next s) (proofs (farkas (1 d0)) (farkas (1 s1))) (pays (farkas)))
    (otherwise (path (round t1 0 () (farkas (1 s1)) (both (farkas (1 s0)) (farkas (1 d0)))))
      (next s) (proofs (farkas (2 s0) (1 s1)) (farkas (1 s1))) (pays (farkas))))))",
    ),
    (
        "bases",
        // while (x < y) { x *= 3; y *= 2; }
        "(system (vars x y) (locs f g) (start f)
  (trans t0 f (temps) (guard (> x 0)) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (< x y) (> x 0)) (cost 1 1) (to g (x (* 3 x)) (y (* 2 y)))))",
        "(claim upper (assume) (derive)
  (bound (+ 1 (* 2 (bits (max 0 y)))))
  (once first 1 t0)
  (value a start y y (invariant (farkas)))
  (value b t0 y _ (before (farkas) a))
  (value c t0 -1 _ (linear -1))
  (closed loop _ g (form x (3 0 x)) (form y (2 0 y))
    (loop t1 0 2 (farkas (1 g1)))
    (entry t0 (c b) first))
  (total (use 1 first) (use 1 loop)))",
    ),
    (
        "the greatest of two",
        // (x, y) := (x - 1, x) or (y - 2, x + 1): the greater of 2x + 3 and 2y falls.
        "(system (vars x y) (locs l) (start l)
  (trans t1 l (temps) (guard (> x 0) (> y 0)) (cost 1 1) (to l (x (- x 1)) (y x)))
  (trans t2 l (temps) (guard (> x 0) (> y 0)) (cost 1 1) (to l (x (- y 2)) (y (+ x 1)))))",
        "(claim upper (assume) (derive)
  (bound (max 0 (- (* 2 x) 1) (- (* 2 y) 4)))
  (value a start (- (* 2 x) 1) (- (* 2 x) 1) (invariant (farkas)))
  (value b start (- (* 2 y) 4) (- (* 2 y) 4) (invariant (farkas)))
  (most turns _ (at l (- (* 2 x) 1) (- (* 2 y) 4))
    (strict t1 (0 (farkas)) (0 (farkas)) (0 (farkas (2 g0))))
    (strict t2 (1 (farkas)) (0 (farkas)) (0 (farkas (2 g0))))
    (entry (a b)))
  (total (use 1 turns)))",
    ),
    (
        "a sum of its own",
        // Neither x nor y has one form in both, and what the guards compare has.
        "(system (vars x y z) (locs f g) (start f)
  (trans t0 f (temps) (guard (> z 0)) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (< z (+ x y)) (> z 0)) (cost 1 1) (to g (x (+ (* 2 x) 1)) (y (- (* 2 y) 1)) (z (* 4 z))))
  (trans t2 g (temps) (guard (< z (+ x y)) (> z 0)) (cost 1 1) (to g (x (* 2 x)) (y (* 2 y)) (z (* 4 z)))))",
        "(claim upper (assume) (derive)
  (bound (+ 1 (bits (max 0 (+ x y)))))
  (once first 1 t0)
  (value a start (+ x y) (+ x y) (invariant (farkas)))
  (value b t0 (+ x y) _ (before (farkas) a))
  (value c t0 -1 _ (linear -1))
  (closed loop _ g
    (loop t1 0 1 (sum (1 0 -1) (2 0 (+ x y)) (4 0 (- z))) (farkas (1 g1)) (farkas (1 g1)))
    (loop t2 0 1 (sum (1 0 -1) (2 0 (+ x y)) (4 0 (- z))) (farkas (1 g1)) (farkas (1 g1)))
    (entry t0 (c b) (c b) first))
  (total (use 1 first) (use 1 loop)))",
    ),
    (
        "a base below 0",
        // while (y < x) { x *= -2; y *= 3; } with y above 0
        "(system (vars x y) (locs f g) (start f)
  (trans t0 f (temps) (guard (> y 0)) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (< y x) (> y 0)) (cost 1 1) (to g (x (* -2 x)) (y (* 3 y)))))",
        "(claim upper (assume) (derive)
  (bound (+ 1 (* 2 (bits (+ (max 0 x) (max 0 (- x)))))))
  (once first 1 t0)
  (value a start x x (invariant (farkas)))
  (value b t0 x _ (before (farkas) a))
  (value d start (- x) (- x) (invariant (farkas)))
  (value e t0 (- x) _ (before (farkas) d))
  (value c t0 -1 _ (linear -1))
  (closed loop _ g (form x (-2 0 x)) (form y (3 0 y))
    (loop t1 0 2 (farkas (1 g1)))
    (entry t0 (b e c) first))
  (total (use 1 first) (use 1 loop)))",
    ),
    (
        "one of two relations",
        // (x, y) := (y, x - 1): two steps together take one away from both.
        "(system (vars x y) (locs l) (start l)
  (trans t1 l (temps) (guard (> x 0) (> y 0)) (cost 1 1) (to l (x y) (y (- x 1)))))",
        "(claim termination (assume) (derive)
  (transition-invariant (old (x0 x) (y0 y))
    (relation odd l l ((>= x0 1) (>= y0 1) (= x y0) (= y (- x0 1)))
      (falls (+ x y) (farkas (-1 r2) (-1 r3)) (farkas (1 r0) (1 r1))))
    (relation later l l ((>= x0 1) (>= y0 1) (<= (+ x y) (- (+ x0 y0) 2)))
      (falls (+ x y) (farkas (1 r2)) (farkas (1 r0) (1 r1))))
    (edge t1 0 odd (farkas (1 g0)) (farkas (1 g1)) (farkas) (farkas))
    (after odd t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (-1 r2) (-1 r3)))
    (after later t1 0 later (farkas (1 r0)) (farkas (1 r1)) (farkas (1 r2)))))",
    ),
    (
        "bases, left alone",
        // The inner loop is left by n, which nothing in it changes, and runs again.
        "(system (vars x y n) (locs f g) (start f)
  (trans t0 f (temps) (guard) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (< x y) (> x 0)) (cost 1 1) (to g (x (* 3 x)) (y (* 2 y))))
  (trans t2 g (temps) (guard (> n 0)) (cost 1 1) (to g (y (* n n)) (n (- n 1)))))",
        "(claim termination (assume) (derive)
  (rank (at g n) (strict t2 0 (farkas) (farkas (1 g0))) (weak t1 0 (farkas)))
  (closed g (form x (3 0 x)) (form y (2 0 y)) (loop t1 0 2 (farkas (1 g1)))))",
    ),
    (
        "bases, counted",
        "(system (vars x y) (locs f g) (start f)
  (trans t0 f (temps) (guard (> x 0)) (cost 0 0) (to g))
  (trans t1 g (temps) (guard (< x y) (> x 0)) (cost 0 0) (to g (x (* 3 x)) (y (* 2 y)))))",
        "(claim termination (assume) (derive)
  (counted
    (once first 1 t0)
    (value a start y y (invariant (farkas)))
    (value b t0 y _ (before (farkas) a))
    (value c t0 -1 _ (linear -1))
    (closed loop _ g (form x (3 0 x)) (form y (2 0 y))
      (loop t1 0 2 (farkas (1 g1)))
      (entry t0 (c b) first))
    (finite loop)))",
    ),
    (
        "powers of the round",
        // while (x < y && x > 0) { x += z * z; } with z other than 0
        "(system (vars x y z) (locs f g) (start f)
  (trans t0 f (temps) (guard (< z 0)) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (< x y) (> x 0) (< z 0)) (cost 1 1) (to g (x (+ x (* z z))))))",
        "(claim upper (assume) (derive)
  (bound (+ 2 (max 0 (- y x 1))))
  (once first 1 t0)
  (value a start (- y x 1) (- y x 1) (invariant (farkas)))
  (value b t0 (- y x 1) _ (before (farkas) a))
  (closed loop _ g (form x (1 0 x) (1 1 (* z z))) (form y (1 0 y)) (form z (1 0 z))
    (loop t1 0 1 (by (mul m g2 g2) (farkas (1 m) (2 g2))))
    (entry t0 (b) first))
  (total (use 1 first) (use 1 loop)))",
    ),
    (
        "a sum of two",
        // n rounds of Fibonacci's step, then a countdown of what came out.
        "(system (vars x y n) (locs f g h) (start f)
  (trans t0 f (temps) (guard) (cost 1 1) (to g (x 0) (y 1)))
  (trans t1 g (temps) (guard (> n 0)) (cost 1 1) (to g (x y) (y (+ x y)) (n (- n 1))))
  (trans t2 g (temps) (guard) (cost 1 1) (to h))
  (trans t3 h (temps) (guard (> y 0)) (cost 1 1) (to h (y (- y 1)))))",
        "(claim upper (assume) (derive)
  (bound (+ 2 (max 0 n) (max 0 (max 1 (pow 2 (max 0 n))))))
  (once first 1 t0)
  (once last 1 t2)
  (value n0 start n n (invariant (farkas)))
  (value n1 t0 n _ (before (farkas) n0))
  (rank loop _ 0 (at g n) (strict t1 1 (farkas) (farkas (1 g0)) (farkas)) (entry n1 first))
  (value zero start 0 0 (invariant (farkas)))
  (value one start 1 1 (invariant (farkas)))
  (value x0 t0 x _ (before (farkas) zero))
  (value y0 t0 y _ (before (farkas) one))
  (value y1 t1 y _ (joint 2 1 (at g x y) (entry (x0 y0))
    (edge t1 loop (part (0 1) 0 (farkas) ()) (part (1 1) 0 (farkas) ()))))
  (value y2 t2 y _ (before (farkas) y0 y1))
  (rank down _ 0 (at h y) (strict t3 1 (farkas) (farkas (1 g0)) (farkas)) (entry y2 last))
  (total (use 1 first) (use 1 last) (use 1 loop) (use 1 down)))",
    ),
    (
        "change places",
        "(system (vars x y n) (locs f g h) (start f)
  (trans t0 f (temps) (guard) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (> n 0)) (cost 1 1) (to g (x (+ y 3)) (y x) (n (- n 1))))
  (trans t2 g (temps) (guard) (cost 1 1) (to h))
  (trans t3 h (temps) (guard (> y 0)) (cost 1 1) (to h (y (- y 1)))))",
        "(claim upper (assume) (derive)
  (bound (+ 2 (max 0 n) (max 0 y (max 0 (max x y) ) (+ (max 0 (max x y)) (* 3 (max 0 n))))))
  (once first 1 t0)
  (once last 1 t2)
  (value n0 start n n (invariant (farkas)))
  (value n1 t0 n _ (before (farkas) n0))
  (rank loop _ 0 (at g n) (strict t1 1 (farkas) (farkas (1 g0)) (farkas)) (entry n1 first))
  (value x00 start x x (invariant (farkas)))
  (value y00 start y y (invariant (farkas)))
  (value x0 t0 x _ (before (farkas) x00))
  (value y0 t0 y _ (before (farkas) y00))
  (value y1 t1 y _ (joint 1 1 (at g x y) (entry (x0 y0))
    (edge t1 loop (part (0 1) 3 (farkas) ()) (part (1) 0 (farkas) ()))))
  (value y2 t2 y _ (before (farkas) y0 y1))
  (rank down _ 0 (at h y) (strict t3 1 (farkas) (farkas (1 g0)) (farkas)) (entry y2 last))
  (total (use 1 first) (use 1 last) (use 1 loop) (use 1 down)))",
    ),
    (
        "two ends",
        // while (2 <= x && 1 <= y) { x -= 2; y -= 1; }, each round costs 2
        "(system (vars x y) (locs f g) (start f)
  (trans t0 f (temps) (guard) (cost 1 1) (to g))
  (trans t1 g (temps) (guard (>= x 2) (>= y 1)) (cost 2 2) (to g (x (- x 2)) (y (- y 1)))))",
        "(claim upper (assume) (derive)
  (bound (+ 1 (* 2 (min (max 0 x) (max 0 y)))))
  (once first 1 t0)
  (value x0 start x x (invariant (farkas)))
  (value y0 start y y (invariant (farkas)))
  (value x1 t0 x _ (before (farkas) x0))
  (value y1 t0 y _ (before (farkas) y0))
  (rank left _ 0 (at g x) (strict t1 2 (farkas) (farkas (1 g0)) (farkas)) (entry x1 first))
  (rank right _ 0 (at g y) (strict t1 1 (farkas) (farkas (1 g1)) (farkas)) (entry y1 first))
  (least both _ left right)
  (total (use 1 first) (use 2 both)))",
    ),
    (
        "capped",
        // x = anything; while (1 <= x && x <= 3) x++;
        "(system (vars x) (locs f g) (start f)
  (trans t0 f (temps t) (guard) (cost 1 1) (to g (x t)))
  (trans t1 g (temps) (guard (>= x 1) (<= x 3)) (cost 1 1) (to g (x (+ x 1)))))",
        "(claim upper (assume) (derive)
  (bound 4)
  (once first 1 t0)
  (cap loop 3 3 (at g (- 4 x))
    (strict t1 (farkas) (farkas (1 g1)) (farkas (1 g0))) (entry t0 first))
  (total (use 1 first) (use 1 loop)))",
    ),
    (
        "even",
        // x = 2*x; while (x != 0) x -= 2; if (x is odd) for (;;);
        "(system (vars x) (locs f g) (start f)
  (trans t0 f (temps) (guard (>= x 0)) (cost 1 1) (to g (x (* 2 x))))
  (trans t1 g (temps) (guard (>= x 1)) (cost 1 1) (to g (x (- x 2))))
  (trans t2 g (temps) (guard (<= x -1)) (cost 1 1) (to g (x (- x 2))))
  (trans t3 g (temps t) (guard (= x (+ (* 2 t) 1))) (cost 1 1) (to g)))",
        "(claim termination (assume) (derive
  (exists
    (at g (k) (= x (* 2 k)))
    (keep t0 0 (x) (farkas))
    (keep t1 0 ((- k 1)) (farkas (1 i0)))
    (keep t2 0 ((- k 1)) (farkas (1 i0)))
    (keep t3 0 never (by (have c (>= k (+ t 1)) (farkas (1/2 g0) (-1/2 i0))) (farkas (-1 g0) (1 i0) (2 c)))))
  (weaken t1 ((>= x 1) (farkas (1 g0)))
    ((>= x 2) (by (have c (>= k 1) (farkas (1/2 g0) (-1/2 g1))) (farkas (1 g1) (2 c)))))
  (weaken t3 ((>= -1 0) (by (have c (>= k (+ t 1)) (farkas (1/2 g0) (-1/2 g1))) (farkas (-1 g0) (1 g1) (2 c)))))
  (remove t3 (farkas (1 g0)))
  (invariants (at g (>= x 0))
    (keep t0 0 (farkas (2 g0)))
    (keep t1 0 (farkas (1 g1)))
    (keep t2 0 (farkas (1 i0) (1 g0))))
  (remove t2 (farkas (1 g0) (1 g2))))
  (rank (at g x) (strict t1 0 (farkas) (farkas (1 g0)))))",
    ),
    (
        "a point with rays",
        // From (4, 1) by (2, 1) and by (2, 0), the second as often as the first was
        // added up; h is a half of x.
        "(system (vars x y) (locs s l) (start s)
  (trans in s (temps) (guard (>= y 1)) (cost 1 1) (to l))
  (trans t l (temps h) (guard (= x (* 2 h)) (>= y 1)) (cost 1 1) (to l (x (+ x (* 2 y))) (y (+ y 1)))))",
        "(claim nontermination (start (x 4) (y 1)) (stem (step in 0))
  (set s l (aux k j) (where (= x (+ 4 (* 2 k) (* 2 j))) (= y (+ 1 k)) (>= k 0) (>= j 0)) (point 0 0)
    (path (round t 0 ((h (+ 2 k j))) (farkas (1 s0)) (farkas (1 s1) (1 s2))))
    (next s (+ 1 k) (+ k j))
    (proofs (farkas (1 s0) (2 s1)) (farkas (1 s1)) (farkas (1 s2)) (farkas (1 s2) (1 s3)))
    (pays (farkas))))",
    ),
];
