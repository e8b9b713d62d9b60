//! Compiles the few accessors that LLVM's C interface lacks (`src/shim.cpp`)
//! against the headers of the LLVM that `llvm-sys` links.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=src/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    let config = std::env::var_os("LLVM_SYS_191_PREFIX")
        .map(|p| PathBuf::from(p).join("bin/llvm-config"))
        .unwrap_or_else(|| PathBuf::from("llvm-config-19"));
    let output = Command::new(&config).arg("--includedir").output();
    let include = match output {
        Ok(o) if o.status.success() => String::from_utf8_lossy(&o.stdout).trim().to_owned(),
        _ => {
            eprintln!(
                "cannot run {}: install the package llvm-19-dev",
                config.display()
            );
            std::process::exit(1);
        }
    };
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("src/shim.cpp")
        .include(include)
        .define("_GNU_SOURCE", None)
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .flag_if_supported("-fno-exceptions")
        .flag_if_supported("-fno-rtti")
        .warnings(false)
        .compile("ep_clang_shim");
}
