//! `everypath time`: small loops whose behaviour on machine integers is known,
//! the document's examples with their formulas, and wrong arguments.

#[path = "support/time_told.rs"]
mod time_told;
#[path = "support/timed.rs"]
mod timed;

use serde_json::Value;
use std::process::Command;
use timed::{text, time};

/// What is the case, by the meaning of C with wrap-around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    /// From every input.
    Ends,
    /// From some input.
    RunsForEver,
}

const LOOPS: &[(&str, Truth)] = &[
    ("void f(unsigned char n){ for(unsigned char i=0;i<=n;i++); }", Truth::RunsForEver),
    ("void f(int n){ for(unsigned char i=0;i<n;i++); }", Truth::RunsForEver),
    ("void f(signed char n){ for(signed char i=0;i<=n;i++); }", Truth::RunsForEver),
    ("void f(unsigned n){ for(unsigned i=0;i!=n;i+=2); }", Truth::RunsForEver),
    ("void f(unsigned n){ for(unsigned i=0;i!=n;i+=3); }", Truth::Ends),
    ("void f(unsigned n){ while(n>=0) n--; }", Truth::RunsForEver),
    ("void f(unsigned n){ while(n>=1) n--; }", Truth::Ends),
    ("void f(int n){ while(n!=0) n/=2; }", Truth::Ends),
    ("void f(int n){ while(n!=0) n>>=1; }", Truth::RunsForEver),
    ("void f(unsigned n){ while(n!=0) n>>=1; }", Truth::Ends),
    ("void f(unsigned n,unsigned k){ while(n!=0) n>>=(k&3); }", Truth::RunsForEver),
    ("void f(unsigned n){ unsigned i=1; while(i<n) i*=2; }", Truth::RunsForEver),
    ("void f(unsigned n){ unsigned i=1; while(i!=0) i*=2; }", Truth::Ends),
    ("void f(int n){ int i; int *p=&i; for(i=0;i<n;i++) *p=0; }", Truth::RunsForEver),
    ("void f(int n,int k){ int a[4]={0}; for(a[0]=0;a[0]<n;a[0]++) if(k) a[k&3]=0; }", Truth::RunsForEver),
    ("int g; void t(void){g=0;} void f(int n){ for(g=0;g<n;g++) if(n==7) t(); }", Truth::RunsForEver),
    ("void f(int n){ while(n>0){ switch(n){case 5: n++; break; case 6: n--; break; default:n--;} } }", Truth::RunsForEver),
    ("void f(int n){ a: if(n<=0) return; n--; if(n==3){n=4;} goto a; }", Truth::RunsForEver),
    ("void f(unsigned n){ do { n-=2; } while(n!=0); }", Truth::RunsForEver),
    ("void f(int n){ while(n<0) n=-n-n; }", Truth::Ends),
    ("void f(int n){ while(n<0) n=-n; }", Truth::RunsForEver),
    ("void f(int n){ while(n>0) n++; }", Truth::Ends),
    ("void f(unsigned a,unsigned b){ while(a!=b){ if(a>b) a-=b; else b-=a; } }", Truth::RunsForEver),
    ("void f(unsigned a,unsigned b){ while(b){ unsigned t=a%b; a=b; b=t; } }", Truth::Ends),
    ("void f(long n){ int i=0; while(i<n) i++; }", Truth::RunsForEver),
    ("void f(unsigned long n){ unsigned i=0; while(i<n) i++; }", Truth::RunsForEver),
    ("void f(int n){ for(int i=n;i<=2147483647;i++); }", Truth::RunsForEver),
    ("void f(unsigned n){ while(n&1) n^=2; }", Truth::RunsForEver),
    ("void f(unsigned n){ while(n) n&=n-1; }", Truth::Ends),
    ("void f(unsigned n){ while(n!=0xffffffffu) n|=n+1; }", Truth::Ends),
    ("void f(unsigned n){ while(n<0x80000000u) n|=n>>1; }", Truth::RunsForEver),
    ("void f(int n){ for(int i=0;i<n;i++) for(int j=0;j<n;j++) if(j==i) i=i; }", Truth::Ends),
    ("void f(int n){ for(int i=0;i<n;i++) for(int j=0;j<3;j++) if(j==2&&i==5) i=4; }", Truth::RunsForEver),
    ("void f(const unsigned char*s){ while(*s){ } }", Truth::RunsForEver),
    ("int f(int n){ return n==0?0:f(n-1); }", Truth::Ends),
    ("void f(unsigned n){ while(n>255) n=(unsigned char)n+256; }", Truth::RunsForEver),
    ("void f(int n){ while(n%3) n++; }", Truth::Ends),
    ("void f(int n){ while(n%3!=1) n++; }", Truth::Ends),
    ("void f(unsigned short n){ unsigned short i=0; while(i*i<=n) i++; }", Truth::Ends),
    ("void f(unsigned n){ unsigned i=0; while(i*i<=n) i++; }", Truth::RunsForEver),
    ("void f(int n){ for(;;){ if(n==10) break; if(n<10) n++; else n-=2; } }", Truth::Ends),
    ("void f(int n){ for(;;){ if(n==10) break; if(n<10) n++; else n--; } }", Truth::Ends),
    ("#include <stdbool.h>\nvoid f(bool b){ while(b) b++; }", Truth::RunsForEver),
    ("void f(int n){ static int s; while(s<n) { s++; if(s==100) s=50; } }", Truth::RunsForEver),
    ("void f(int x,int y){ while(x>0){ if(y>0) y--; else {x--; y=x;} } }", Truth::Ends),
    ("void f(int x,int y){ while(x>0){ if(y>0) y--; else {x--; y=10; if(x==5) x=7;} } }", Truth::RunsForEver),
    ("void f(unsigned n){ while(n>=0){ if(n==0) n=0; n/=2; } }", Truth::RunsForEver),
    ("void f(unsigned n){ while(n!=1) n=(n>>1)|(n<<31); }", Truth::RunsForEver),
    ("void f(int n){ while(n!=-2147483647-1) n=n<0?n:-n-1; }", Truth::RunsForEver),
    ("void f(unsigned n){ int c=0; while((int)n>=0){ n<<=1; c++; } }", Truth::RunsForEver),
    // A count that decides nothing does not hide that the rest comes again; one that
    // decides through anything does.
    ("int f(unsigned char x){ unsigned c=0; x|=1; while(x!=1){ x*=3; c++; } return c; }", Truth::RunsForEver),
    ("int f(unsigned char x){ unsigned char c=0; for(;;){ x^=1; c++; if(c==0) return x; } }", Truth::Ends),
    ("int f(unsigned char x){ unsigned short t[2]={0,0},c=0; unsigned char *b=(unsigned char*)t; for(;;){ x^=1; c++; t[0]=c; if(b[1]==3) return x; } }", Truth::Ends),
    ("static unsigned char g; static int over(void){ return g==9; } int f(unsigned char x){ unsigned char c=0; do { x^=1; g=c++; } while(!over()); return x; }", Truth::Ends),
];

/// Every sixth program in the time of a change, all where that is asked for (`make
/// bench`).
fn step() -> usize {
    match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 6,
    }
}

#[test]
fn no_loop_is_misjudged_and_every_endless_run_is_replayed() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let mut wrong = Vec::new();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let found = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| loop {
                let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let i = i * step();
                let Some((source, ..)) = LOOPS.get(i) else {
                    return;
                };
                let file = format!("loop{i}.c");
                std::fs::write(dir.path().join(&file), source).expect("a file");
                let out = time(dir.path(), &[&file, "--entry", "f", "--timeout", "60"]);
                found.lock().expect("no panic").push((i, out));
            });
        }
    });
    for (i, out) in found.into_inner().expect("no panic") {
        let (source, truth) = LOOPS[i];
        let right = match truth {
            Truth::Ends => Some(0),
            Truth::RunsForEver => Some(1),
        };
        let said = text(&out);
        let replayed = out.status.code() != Some(1) || said.contains("replayed");
        if out.status.code() != right || !replayed {
            let told = String::from_utf8_lossy(&out.stderr).into_owned();
            wrong.push(format!("{source}\n{truth:?}\n{said}{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Figures 1 and 9 of document 004, with bounds that are exact on every input.
#[test]
fn the_examples_of_the_document_have_their_exact_bounds() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let programs = [
        (
            "void f(unsigned x) { unsigned j = 0; while (j <= x) j++; }",
            1,
            vec!["does not terminate for x = 4294967295", "8*x + 18", "exact"],
        ),
        (
            "void f(unsigned j) { while (j > 0) j++; }",
            0,
            vec![
                "terminates",
                "  j == 0: 7     j > 0: 7*(UINT_MAX - j) + 14     exact",
                "UINT_MAX - j - 1 falls",
                "all as computed",
                "longest             j = 1: 30064771072, by the bound; it was not run",
            ],
        ),
        (
            "void f(unsigned j) { while (j > 0) j--; }",
            0,
            vec![
                "terminates",
                "certificate checked",
                "7*j + 7",
                "exact",
                "all as computed",
            ],
        ),
    ];
    for (i, (source, code, words)) in programs.into_iter().enumerate() {
        let file = format!("figure{i}.c");
        std::fs::write(dir.path().join(&file), source).expect("a file");
        let out = time(dir.path(), &[&file, "--entry", "f"]);
        let said = text(&out);
        assert_eq!(out.status.code(), Some(code), "{said}");
        for w in words {
            assert!(said.contains(w), "{w} in {said}");
        }
    }
    assert!(
        dir.path()
            .join("everypath-out/figure0-1/bugs/lasso1.c")
            .is_file(),
        "the endless run as a program of its own"
    );
}

/// `isspace` is a macro of glibc that reads a table, and a call in what is
/// analysed: both counts must be of one of them.
#[test]
fn both_counts_are_of_one_text() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "#include <ctype.h>
        int f(unsigned char n) { int k = 0;
          for (int i = 0; i < n; i++) k += isspace(i) != 0;
          return k; }";
    std::fs::write(dir.path().join("c.c"), source).expect("a file");
    let out = time(dir.path(), &["c.c", "--entry", "f"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("natively with the same count"), "{told}");
}

/// A jump to a label whose block ends the run counts in both.
#[test]
fn what_leads_to_the_end_of_the_program_is_counted() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "extern int __VERIFIER_nondet_int(void); extern void exit(int);
        int main(void) { int i = 0;
          while (1) { int x = __VERIFIER_nondet_int();
            if (x == 1 && i++ > 5) { gone: exit(0); }
            if (x != 1) return 0; } }";
    std::fs::write(dir.path().join("c.c"), source).expect("a file");
    let out = time(dir.path(), &["c.c"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("natively with the same count"), "{told}");
}

/// Locals without a value are inputs where that is asked: a run that does not
/// end is replayed with the value that its local had.
#[test]
fn locals_without_a_value_are_inputs_where_that_is_said() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let odd = "int main(void) { unsigned n; while (n & 1) n += 2; return 0; }";
    let down = "int main(void) { unsigned char n; int k; for (k = 0; n > 0; k++) n--; return k; }";
    std::fs::write(dir.path().join("odd.c"), odd).expect("a file");
    std::fs::write(dir.path().join("down.c"), down).expect("a file");
    let out = time(dir.path(), &["odd.c", "--uninit", "input"]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
    let out = time(dir.path(), &["odd.c"]);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out));
    let out = time(dir.path(), &["down.c", "--uninit", "input"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("natively with the same count"), "{told}");
    assert!(told.contains("12*n"), "{told}");
}

/// A function without a body leaves the question open unless it is said to
/// come back; its results are inputs, of which a run that never ends is made.
#[test]
fn functions_without_a_body_come_back_where_that_is_said() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let down = "int pick(); void log_it(int); int main(void) { unsigned n = pick();
          while (n > 0) { if (pick()) log_it(n); n--; } return 0; }";
    let stay = "int pick(); int main(void) { unsigned n = pick();
          while (n > 0) { if (pick()) n--; } return 0; }";
    std::fs::write(dir.path().join("down.c"), down).expect("a file");
    std::fs::write(dir.path().join("stay.c"), stay).expect("a file");
    let code = |args: &[&str]| {
        let out = time(dir.path(), args);
        (out.status.code(), text(&out))
    };
    let (open, told) = code(&["down.c"]);
    assert_eq!(open, Some(3), "{told}");
    let (ends, told) = code(&["down.c", "--external", "havoc"]);
    assert_eq!(ends, Some(0), "{told}");
    assert!(told.contains("pick has no body"), "{told}");
    assert!(told.contains("natively with the same count"), "{told}");
    let (stays, told) = code(&["stay.c", "--external", "havoc"]);
    assert_eq!(stays, Some(1), "{told}");
}

#[test]
fn a_budget_decides_the_exit_code() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void f(unsigned char j) { while (j > 0) j--; }";
    std::fs::write(dir.path().join("b.c"), source).expect("a file");
    for (budget, code) in [("8*j + 100", 0), ("100000", 0), ("20", 1)] {
        let out = time(dir.path(), &["b.c", "--entry", "f", "--budget", budget]);
        assert_eq!(out.status.code(), Some(code), "{budget}: {}", text(&out));
    }
    for wrong in ["7*q", "7*", "sin(j)", "j/0", "mod(j, 1 - 1)"] {
        let out = time(dir.path(), &["b.c", "--entry", "f", "--budget", wrong]);
        assert_eq!(out.status.code(), Some(2), "{wrong}: {}", text(&out));
    }
}

/// What is halved or doubled has a bound of its bits; what only looks so has
/// one that no run exceeds (that would be a defect), or runs for ever.
#[test]
fn halves_and_doubles_are_bounded_by_bits() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let short = [
        ("int f(int x) { int n = 0; while (x) { x /= 2; n++; } return n; }", 400),
        ("int f(unsigned x) { int n = 0; while (x) { n += x % 10; x /= 10; } return n; }", 500),
        ("int f(unsigned short m) { int n = 0; for (int i = 0; i < m; i += i + 1) n++; return n; }", 400),
        ("int f(unsigned char x) { int n = 0; while (x > 1) { x = (x + 1) / 2; n++; } return n; }", 5000),
        ("int f(unsigned char x, unsigned char m) { int n = 0; while (m) { if (x == 0) { m--; x = m; } else x /= 2; n++; } return n; }", 1 << 20),
    ];
    for (source, most) in short {
        std::fs::write(dir.path().join("h.c"), source).expect("a file");
        let out = time(dir.path(), &["h.c", "--entry", "f", "--json"]);
        assert_eq!(out.status.code(), Some(0), "{source}: {}", text(&out));
        let json: Value = serde_json::from_str(&text(&out)).expect("JSON");
        let bound = |which: &str| json["result"]["bounds"][which].clone();
        let upper: ep_base::time::Bound = serde_json::from_value(bound("upper")).expect(source);
        let parameters = json["result"]["parameters"]
            .as_array()
            .expect("a list")
            .len();
        let at = vec![255.into(); parameters];
        let value = upper.upper_at(&at).value().expect(source);
        assert!(value <= most.into(), "{source}: {value}");
    }
    // The rest of a division by 2 that rounds up stays 1.
    let stays =
        "int f(unsigned char x) { int n = 0; while (x) { x = (x + 1) / 2; n++; } return n; }";
    std::fs::write(dir.path().join("s.c"), stays).expect("a file");
    let out = time(dir.path(), &["s.c", "--entry", "f"]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
}

/// No one form pays for loops that hand over what they count; each of them has
/// its bound, and the sum of these is one.
#[test]
fn loops_that_hand_over_are_bounded_apart() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "int any(void); void f(int n) { int a = n, b = 0;
        while (a > 0) { a--; b++;
            while (b > 0) { b--;
                for (int i = n - 1; i > 0; i--) if (a > 0 && any()) { a--; b++; } } } }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let flags = ["--arith", "math", "--external", "havoc", "--json"];
    let out = time(
        dir.path(),
        &[&["f.c", "--entry", "f"][..], &flags[..]].concat(),
    );
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    let json: Value = serde_json::from_str(&text(&out)).expect("JSON");
    let upper = json["result"]["bounds"]["upper"].clone();
    let upper: ep_base::time::Bound = serde_json::from_value(upper).expect("an upper bound");
    let value = upper.upper_at(&[100.into()]).value().expect("a number");
    // About 30 for each of 100 * 99 innermost rounds, and not less than 15.
    assert!(
        value <= 600_000.into() && value >= 148_500.into(),
        "{value}"
    );
}

/// What `--its` writes is read by `everypath its`, and the certificate is one of
/// that system and of no other.
/// Euclid with signs: the remainder is nearer to 0. The least number by -1 is
/// what `--overflow assume` leaves out, and says.
#[test]
fn remainders_by_negative_numbers_are_nearer_to_zero() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let ends = "void f(int a, int b){ while (b) { int t = a % b; a = b; b = t; } }";
    let stays = "void f(int a, int b){ while (b) { int t = a % b; a = b; b = t ? t : -b; } }";
    for (source, codes) in [(ends, &[0][..]), (stays, &[1, 3])] {
        std::fs::write(dir.path().join("p.c"), source).expect("a file");
        let out = time(dir.path(), &["p.c", "--entry", "f", "--overflow", "assume"]);
        let code = out.status.code().unwrap_or(-1);
        assert!(codes.contains(&code), "{source}: {code} {}", text(&out));
        if code == 0 {
            assert!(
                text(&out).contains("signed arithmetic does not overflow"),
                "{}",
                text(&out)
            );
        }
    }
}

/// A loop of the library that a run stays in is told by the line of its call.
#[test]
fn a_lasso_through_the_library_has_lines() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "#include <string.h>
        int main(void) { char s[8] = \"abcdef\"; for (;;) if (strlen(s) == 9) return 1; }";
    std::fs::write(dir.path().join("l.c"), source).expect("a file");
    let out = time(dir.path(), &["l.c"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(1), "{told}");
    assert!(told.contains("lasso               l.c:2"), "{told}");
    assert!(!told.contains(" :0"), "{told}");
}

#[test]
fn the_json_is_as_its_schema_says() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let schema = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/schema/time.schema.json"
    );
    let schema = std::fs::read_to_string(schema).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let check = jsonschema::validator_for(&schema).expect("the schema is one");
    for source in [
        "void f(unsigned j) { while (j > 0) j--; }",
        "void f(unsigned x) { unsigned j = 0; while (j <= x) j++; }",
        "int f(int n) { return n <= 0 ? 0 : f(n - 1); }",
    ] {
        std::fs::write(dir.path().join("j.c"), source).expect("a file");
        let out = time(dir.path(), &["j.c", "--entry", "f", "--json"]);
        let value: Value = serde_json::from_str(&text(&out)).expect("JSON");
        let problems: Vec<String> = check.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(problems.is_empty(), "{source}: {problems:?}");
    }
    let source = "static int g(int n) { return n; } int f(int n) { return g(n); }";
    std::fs::write(dir.path().join("j.c"), source).expect("a file");
    let given = ["j.c", "--entry", "f", "--json", "--cost-of", "g=5"];
    let value: Value = serde_json::from_str(&text(&time(dir.path(), &given))).expect("JSON");
    assert!(check.is_valid(&value), "{value}");
    assert_eq!(value["result"]["summands"][0]["function"], "g", "{value}");
}

/// Mathematical integers: nothing is run, and the comparison says what differs.
#[test]
fn whether_an_answer_depends_on_the_wrap_is_said() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(
        dir.path().join("a.c"),
        "void up(unsigned x) { unsigned j = 0; while (j <= x) j++; }\nvoid down(unsigned x) { while (x > 0) x--; }",
    )
    .expect("a file");
    let of = |args: &[&str]| text(&time(dir.path(), args));
    let math = of(&["a.c", "--entry", "up", "--arith", "math"]);
    assert!(math.starts_with("terminates"), "{math}");
    assert!(
        math.contains("mathematical ones") && !math.contains("counted"),
        "{math}"
    );
    let up = of(&["a.c", "--entry", "up", "--compare-arith"]);
    assert!(up.contains("the answer depends on wrap-around"), "{up}");
    let down = of(&["a.c", "--entry", "down", "--compare-arith"]);
    assert!(down.contains("does not depend on wrap-around"), "{down}");
}

/// Programs in which the cost of a function is given: the arguments, what is
/// counted, and lines of the summary. What the interpreter counts is held
/// against every bound, so that a run that differs would be exit code 70.
const GIVEN: &[(&[&str], &[&str])] = &[
    // In a loop, with a product and with a sign.
    (
        &["work", "--cost-of", "times=3*m + k"],
        &[
            "  3*n*n + 17*n + 13     exact",
            "of it times         3*n*n + 3*n     exact",
        ],
    ),
    (
        &["work", "--cost-of", "times=k*m"],
        &["  3*n*n + 14*n + 13     exact"],
    ),
    // A negative cost is none, also where the argument wraps around.
    (
        &["neg", "--cost-of", "twice=k"],
        &["n == -INT_MAX - 1: 9 ", "n >= 0: n + 9 "],
    ),
    (
        &[
            "branches",
            "--cost-of",
            "none=1000000",
            "--cost-of",
            "twice=-k",
        ],
        &["n <= -4: -n + 14     n >= -3 && n <= 3: 11     n >= 4: 1000009     exact"],
    ),
    // What is inside of a call whose cost is given costs nothing.
    (
        &["both", "--cost-of", "inner=5", "--cost-of", "outer=100"],
        &["113     exact", "5     exact", "100     exact"],
    ),
    (
        &["mutual", "--cost-of", "even=3*n+1"],
        &["LLVM instructions   3*n + 6     exact"],
    ),
    (
        &["inrec", "--cost-of", "rec=9"],
        &["LLVM instructions   14     exact"],
    ),
    // Other units, and functions of the library with and without a body.
    (
        &["both", "--cost-of", "inner=5", "--cost", "calls:inner"],
        &["18     exact"],
    ),
    (
        &["work", "--cost-of", "times=7", "--cost", "rounds"],
        &["rounds              8*n     exact"],
    ),
    (
        &["copy", "--cost-of", "memcpy=n + 3"],
        &["n <= 100: n + 17     n >= 101: 119     exact"],
    ),
    (
        &[
            "deep",
            "--cost-of",
            "malloc=size+arg0",
            "--cost-of",
            "free=2",
        ],
        &["of it malloc        16     exact"],
    ),
    (
        &["length", "--cost-of", "strlen=12"],
        &["LLVM instructions   17     exact"],
    ),
    (
        &["says", "--cost-of", "putchar=9"],
        &[
            "n > 0: 19*n + 11     exact",
            "putchar comes back; its cost is the given one",
        ],
    ),
    // What is not linear in an argument has a bound all the same.
    (
        &["neg", "--cost-of", "twice=mod(k, 7) + bitlength(k) + k/3"],
        &["at most  "],
    ),
    (
        &["narrow", "--cost-of", "chr=c*c + u*u*3 - 1"],
        &["at most  12884525066"],
    ),
];

const GIVEN_SOURCE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int times(int k, unsigned m) { int s = 0; for (unsigned i = 0; i < m; i++) s += k; return s; }
int work(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += times(3, n); return s; }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int mutual(unsigned n) { return even(n); }
static int twice(int k) { return 2 * k; }
int neg(int n) { return twice(n) + twice(-n); }
static int inner(int k) { return k + 1; }
static int outer(int k) { return inner(k) + inner(k); }
int both(int n) { return outer(n) + inner(n); }
static void none(void) { }
int branches(int n) { if (n > 3) none(); else if (n < -3) twice(n); return n; }
static int rec(int k) { if (k <= 0) return 0; none(); return rec(k - 1); }
int inrec(int n) { return rec(n); }
static int chr(signed char c, unsigned short u) { return c + u; }
int narrow(int n) { return chr(n, n); }
char from[100];
int copy(unsigned n) { char to[100]; if (n > 100) n = 100; memcpy(to, from, n); return to[0]; }
int deep(int n) { int *p = malloc(8); if (!p) return 0; *p = n; int r = *p; free(p); return r; }
unsigned long length(const char *s) { return strlen(s); }
int says(int n) { for (int i = 0; i < n; i++) putchar(65); return n; }
int (*table[2])(int) = { twice, abs };
int through(int n) { return table[n & 1](n); }
"#;

#[test]
fn the_cost_of_a_function_is_what_is_said() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(dir.path().join("a.c"), GIVEN_SOURCE).expect("a file");
    for (args, wanted) in GIVEN {
        let line = [
            &["a.c", "--no-native", "--certificate", "c.cert", "--entry"],
            *args,
        ]
        .concat();
        let out = time(dir.path(), &line);
        let told = text(&out);
        assert_eq!(out.status.code(), Some(0), "{args:?}: {told}");
        let checked = ["as computed", "none above the bound"].map(|t| told.contains(t));
        assert!(checked.contains(&true), "{args:?}: {told}");
        for w in *wanted {
            assert!(told.contains(w), "{args:?} without {w}: {told}");
        }
        let judged = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["judge", "c.cert"])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        assert!(judged.status.success(), "{args:?}: {}", text(&judged));
    }
    // A budget is one of the cost.
    let over = time(
        dir.path(),
        &[
            "a.c",
            "--entry",
            "inrec",
            "--cost-of",
            "rec=9",
            "--budget",
            "13",
        ],
    );
    assert_eq!(over.status.code(), Some(1), "{}", text(&over));
    let wrong: [&[&str]; 13] = [
        &["work", "--cost-of", "nothing=3"],
        &["work", "--cost-of", "times=3*z"],
        &["work", "--cost-of", "times=3*"],
        &["work", "--cost-of", "times="],
        &["work", "--cost-of", "times"],
        &["work", "--cost-of", "=3"],
        &["work", "--cost-of", "work=3"],
        &["work", "--cost-of", "twice=3"],
        &["work", "--cost-of", "times=3", "--cost-of", "times=4"],
        &["work", "--cost-of", "times=m/k"],
        &["work", "--cost-of", "times=pow(m, 5)"],
        &["length", "--cost-of", "strlen=s"],
        &[
            "work",
            "--cost-of",
            "times=100000000000000000000000000000000000000000",
        ],
    ];
    for args in wrong {
        let out = time(dir.path(), &[&["a.c", "--entry"], args].concat());
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {told}");
        assert_eq!(told.matches("error").count(), 1, "{args:?}: {told}");
    }
}

/// Whole programs: their source, the exit code, and what the summary says.
/// Runs with arguments and input are held against the bounds.
const PROGRAMS: &[(&str, i32, &[&str])] = &[
    ("int main(int argc, char **argv) { int s = 0; for (int i = 1; i < argc; i++) s += i; return s & 1; }",
        0, &["argc <= 1: 18     argc >= 2: 13*argc + 5     exact", "natively with the same count", "argc is not negative"]),
    ("int main(int argc, char **argv) { int n = 0; while (argc--) n++; return n & 1; }",
        0, &["  9*argc + 17     exact"]),
    // Without any argument, not even a name, it wraps around.
    ("int main(int argc, char **argv) { int n = 0; while (--argc) n++; return n & 1; }",
        0, &["argc == 0: 9*UINT_MAX + 17"]),
    ("int main(int argc, char **argv) { if (argc < 2) return 1; int n = 0; for (const char *p = argv[1]; *p; p++) n++; return n > 5; }",
        0, &["argc >= 2: 12*strlen(argv[1]) + 28 ", "natively with the same count"]),
    ("#include <string.h>\nint main(int argc, char **argv) { unsigned long n = 0; for (int i = 1; i < argc; i++) n += strlen(argv[i]); return n & 1; }",
        0, &["none above the bound"]),
    ("#include <stdio.h>\nint main(int argc, char **argv) { while (*++argv) puts(*argv); return 0; }",
        0, &["argc is at least 1, as Linux has it", "none above the bound"]),
    ("int main(int argc, char **argv) { int n = 0; for (; *argv; argv++) n++; return n & 1; }", 0, &["12*argc + 16     exact"]),
    // With one argument this begins behind the null pointer.
    ("int main(int argc, char **argv) { argv += 2; int n = 0; while (*argv++) n++; return n & 1; }", 3, &[]),
    ("int main(int argc, char **argv) { while (argv[argc]) argc += 0; return 0; }", 0, &["15     exact"]),
    // Strings that were changed are not those of the start, whatever their name.
    ("int main(int argc, char **argv) { if (argc < 1) return 0; argv[0][0] = 0; int n = 0; for (char *p = argv[0]; *p; p++) n++; return n; }",
        3, &[]),
    ("int main(int argc, char **argv) { int n = 0; for (int i = 1; i < argc; i++) argv[i][0] = 0; if (argc > 1) for (char *p = argv[1]; *p; p++) n++; return n; }",
        3, &[]),
    ("#include <stdio.h>\nint main(void) { int c, n = 0; while ((c = getchar()) != EOF) n++; return n & 1; }",
        0, &["  8*length(stdin) + 13     exact", "reading it does not fail"]),
    ("#include <stdio.h>\nint main(void) { int c; while ((c = fgetc(stdin)) != EOF) if (c == 'a') putchar('b'); else putchar(c); return 0; }",
        0, &["12*length(stdin) + 10", "none above the bound"]),
    // An input that has what is compared with.
    ("#include <stdio.h>\nint main(void) { int c = getchar(); while (c != EOF) { if (c == 'a') c = getchar(); else if (c == 'b') c = 'b'; else c = getchar(); } return 0; }",
        1, &["lasso", "stdin = \"b\""]),
    // A byte that is taken for the end, the end that is no byte, no end.
    ("#include <stdio.h>\nint main(void) { char c; while ((c = getchar()) != EOF) ; return 0; }", 0, &["7*length(stdin) + 11"]),
    ("#include <stdio.h>\nint main(void) { unsigned char c; while ((c = getchar()) != EOF) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != 'x') ; return 0; }", 1, &["lasso"]),
    // An input that grows again, another stream, a recursion over the input.
    ("#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) ungetc(c, stdin); return 0; }", 1, &["getchar beside ungetc is not modelled"]),
    ("#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) rewind(stdin); return 0; }", 3, &["getchar beside rewind is not modelled"]),
    ("#include <stdio.h>\nint main(void) { FILE *f = fopen(\"x\", \"r\"); int c; if (!f) return 1; while ((c = fgetc(f)) != EOF) ; return 0; }", 3, &[]),
    ("#include <stdio.h>\nstatic int r(void) { int c = getchar(); if (c == EOF) return 0; return 1 + r(); }\nint main(void) { return r() & 1; }",
        3, &["how much of standard input is left is not known"]),
    // What prints writes to memory, too.
    ("#include <stdio.h>\nint main(void) { int i = 0, k = 0; while (i < 10) { i++; printf(\"x%n\", &k); i -= k; } return 0; }",
        1, &["lasso"]),
    ("#include <stdio.h>\nint g;\nint main(int argc, char **argv) { for (g = 0; g < argc; g++) fprintf(stderr, \"ab%hhn\\n\", (signed char *)&g); return 0; }",
        3, &["fprintf with a format that may hold %n is not modelled"]),
    ("#include <stdio.h>\nint main(int argc, char **argv) { int n = 0; for (int i = 0; i < argc; i++) n += printf(\"%d of 100%%: %s\\n\", i, \"name\") > 0; return n; }",
        0, &["16*argc + 17", "printf comes back"]),
    // What runs before or after `main`, and what the library sets on its way.
    ("#include <stdlib.h>\nstatic void h(void) { for (;;) ; }\nint main(void) { atexit(h); return 0; }", 1, &["atexit is not modelled", "lasso"]),
    ("__attribute__((destructor)) static void h(void) { volatile int x = 1; while (x) ; }\nint main(void) { return 0; }",
        3, &["what runs before or after main is not modelled"]),
    ("#include <stdio.h>\n#include <errno.h>\nint main(void) { errno = 0; printf(\"x%d\\n\", 3); while (errno) ; return 0; }", 3, &[]),
    // A loop inside walks what was read; what holds of the first loop still does in the next one.
    ("#include <unistd.h>\nint main(void) { char b[64]; long r, n = 0; while ((r = read(0, b, sizeof b)) > 0) for (long i = 0; i < r; i++) if (b[i] == ' ') n++; return n & 1; }",
        0, &["31*length(stdin) + 17", "none above the bound"]),
    ("#include <stdio.h>\nint main(void) { int a[50], n = 0; while (n < 50 && scanf(\"%d\", &a[n]) == 1) n++; long s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += a[j]; return s & 1; }",
        0, &["at most  2401", "none above the bound"]),
    // Lines, blocks, descriptors and formats.
    ("#include <stdio.h>\nint main(void) { char line[80]; while (fgets(line, sizeof line, stdin)) fputs(line, stdout); return 0; }",
        0, &["9*length(stdin) + 10", "none above the bound"]),
    ("#include <stdio.h>\nstatic int more(FILE *f) { char b[32]; return fgets(b, sizeof b, f) != NULL; }\nint main(void) { int n = 0; while (more(stdin)) n++; return n & 1; }",
        0, &["17*length(stdin) + 21"]),
    ("#include <stdio.h>\n#include <string.h>\nint main(void) { char s[8]; while (fgets(s, 8, stdin)) { size_t n = strlen(s); while (n > 0 && s[n - 1] == ' ') n--; s[n] = 0; puts(s); } return 0; }",
        0, &["none above the bound"]),
    ("#include <unistd.h>\nint main(void) { char b[64]; long n; while ((n = read(0, b, sizeof b)) > 0) write(1, b, n); return n < 0; }",
        0, &["9*length(stdin) + 14"]),
    ("#include <stdio.h>\nint main(void) { char b[64]; size_t n; while ((n = fread(b, 1, sizeof b, stdin)) > 0) fwrite(b, 1, n, stdout); return 0; }",
        0, &["length(stdin)", "(11*length(stdin) + 831) / 64"]),
    ("#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char *l = 0; size_t n = 0; long k, t = 0; while ((k = getline(&l, &n, stdin)) != -1) t += k; free(l); return t & 1; }",
        0, &["length(stdin)"]),
    ("#include <stdio.h>\nint main(void) { int x; long s = 0; while (scanf(\"%d\", &x) == 1) s += x; printf(\"%ld\\n\", s); return 0; }",
        0, &["9*length(stdin) + 12"]),
    ("#include <stdio.h>\nint main(void) { int r, x; while ((r = scanf(\"%d\", &x)) != EOF) if (r == 0) getchar(); return 0; }",
        0, &["10*length(stdin) + 10"]),
    ("#include <stdio.h>\nint main(void) { while (!feof(stdin)) getchar(); return 0; }", 0, &["  7*length(stdin) + 16     exact"]),
    ("#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) { int s = 0; for (int i = 1; i < argc; i++) s += atoi(argv[i]); printf(\"%d\\n\", s); return 0; }",
        0, &["argc <= 1: 18     argc >= 2: 18*argc     exact", "atoi comes back"]),
    ("#include <stdio.h>\nint main(void) { int x; char l[64]; do { if (!fgets(l, sizeof l, stdin)) return 1; } while (sscanf(l, \"%d\", &x) != 1); return x & 1; }",
        0, &["length(stdin)"]),
    // Each of these takes nothing, or says that it may fail for ever.
    ("#include <stdio.h>\nint main(void) { int x; while (scanf(\"%d\", &x) != EOF) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { while (scanf(\"%*d\") != EOF) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { int k; while (scanf(\"%n\", &k) != EOF) ; return 0; }", 1, &["this format of", "lasso"]),
    ("#include <stdio.h>\nint main(void) { int x; while (!feof(stdin)) scanf(\"%d\", &x); return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { char b[1]; while (fgets(b, 1, stdin)) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(int argc, char **argv) { char b[99]; while (fgets(b, argc, stdin)) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { unsigned n; char b[4]; while ((n = fread(b, 1, 4, stdin)) >= 0) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { char b[4]; while (fread(b, 0, 4, stdin) == 0) ; return 0; }", 1, &["lasso"]),
    ("#include <stdio.h>\nint main(void) { char *l = 0; size_t n = 0; while (getline(&l, &n, stdin)) ; return 0; }", 1, &["lasso"]),
    ("#include <unistd.h>\nint main(void) { char b[4]; while (read(0, b, 0) == 0) ; return 0; }", 1, &["lasso"]),
    ("#include <unistd.h>\nint main(void) { char c; while (read(0, &c, 1) != 0) ; return 0; }", 3, &[]),
    ("#include <unistd.h>\nint main(void) { unsigned long k; char b[4]; while ((k = read(0, b, 4)) > 0) ; return 0; }", 3, &[]),
    ("#include <unistd.h>\nint main(int argc, char **argv) { char b[4]; while (read(argc, b, 4) > 0) ; return 0; }", 3, &["read of another descriptor than 0 is not modelled"]),
    ("#include <stdio.h>\n#include <unistd.h>\nint main(void) { char c; while (getchar() != EOF || read(0, &c, 1) > 0) ; return 0; }", 3, &["getchar beside read is not modelled"]),
    ("#include <stdio.h>\nint main(void) { char s[9]; while (fgets(s, 9, stdin)) if (s[0] == 'q') rewind(stdin); return 0; }", 3, &["fgets beside rewind is not modelled"]),
    ("#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) { if (argc < 2) return 1; char *e = argv[1]; do { strtol(e, &e, 10); } while (*e); return 0; }", 1, &["lasso"]),
    // Where control goes is not known.
    ("#include <setjmp.h>\njmp_buf b;\nint main(void) { volatile int k = 9; if (setjmp(b)) { if (k-- <= 0) return 0; } longjmp(b, 1); }",
        3, &["_setjmp is not modelled"]),
    ("#include <setjmp.h>\njmp_buf b;\nstatic void g(void) { longjmp(b, 1); }\nint main(int argc, char **argv) { for (int i = 0; i < argc; i++) if (i == 3) g(); return 0; }",
        3, &["longjmp is not modelled"]),
];

#[test]
fn a_program_is_bounded_by_its_arguments_and_its_input() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (i, (source, code, wanted)) in PROGRAMS.iter().enumerate().step_by(step()) {
        let name = format!("p{i}.c");
        std::fs::write(dir.path().join(&name), source).expect("a file");
        // Lassos are replayed natively; counts of some are compared.
        let natively = *code == 1 || wanted.iter().any(|w| w.contains("natively"));
        let line = match natively {
            true => vec![name.as_str()],
            false => vec![name.as_str(), "--no-native"],
        };
        let out = time(dir.path(), &line);
        let told = text(&out);
        let errors = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(*code), "{source}: {told}{errors}");
        for w in *wanted {
            assert!(told.contains(w), "{source} without {w}: {told}");
        }
    }
    // A budget over what a program is given.
    let exact = |p: &&(&str, i32, &[&str])| p.2.iter().any(|w| w.contains("8*length(stdin) + 13"));
    let counts = PROGRAMS.iter().find(exact).expect("a program");
    std::fs::write(dir.path().join("in.c"), counts.0).expect("a file");
    for (budget, code) in [
        ("8*length(stdin) + 13", 0),
        ("8*length(stdin) + 12", 1),
        ("length(stdio)", 2),
    ] {
        let out = time(dir.path(), &["in.c", "--budget", budget]);
        assert_eq!(out.status.code(), Some(code), "{budget}: {}", text(&out));
    }
}

#[test]
fn wrong_arguments_have_one_message_each() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(
        dir.path().join("a.c"),
        "void f(int n) { while (n > 0) n--; }",
    )
    .expect("a file");
    std::fs::write(
        dir.path().join("bits.c"),
        "void f(unsigned n) { while (n) n >>= 1; }",
    )
    .expect("a file");
    let cases: [&[&str]; 8] = [
        &["a.c", "--entry", "g"],
        &["missing.c", "--entry", "f"],
        &["bits.c", "--entry", "f", "--arith", "math"],
        &["a.c", "--entry", "f", "--arith", "math", "--budget", "5"],
        &["a.c", "--entry", "f", "--arith", "math", "--compare-arith"],
        &["a.c", "--entry", "f", "--cost", "ticks"],
        &["a.c", "--entry", "f", "--no-such-flag"],
        &["--entry", "f"],
    ];
    for args in cases {
        let out = time(dir.path(), args);
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {told}");
        assert_eq!(told.matches("error").count(), 1, "{args:?}: {told}");
    }
}
