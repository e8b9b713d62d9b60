//! `everypath time`: small loops whose behaviour on machine integers is known,
//! the document's examples with their formulas, and wrong arguments.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn time(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath-engine"))
        .arg("time")
        .args(args)
        .current_dir(dir)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath-engine starts")
}

fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned()
}

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
];

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
                "7*(UINT_MAX - j) + 14",
                "j == 0: 7",
                "exact",
                "all as computed",
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

#[test]
fn a_budget_decides_the_exit_code() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void f(unsigned char j) { while (j > 0) j--; }";
    std::fs::write(dir.path().join("b.c"), source).expect("a file");
    for (budget, code) in [("8*j + 100", 0), ("100000", 0), ("20", 1)] {
        let out = time(dir.path(), &["b.c", "--entry", "f", "--budget", budget]);
        assert_eq!(out.status.code(), Some(code), "{budget}: {}", text(&out));
    }
    for wrong in ["7*q", "7*", "sin(j)"] {
        let out = time(dir.path(), &["b.c", "--entry", "f", "--budget", wrong]);
        assert_eq!(out.status.code(), Some(2), "{wrong}: {}", text(&out));
    }
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
