//! Rebuilds the server after a web build, because the web assets are compiled in. Makes release builds smaller.

use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=../web/dist/embedded");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release && env::var("HOST") == env::var("TARGET") && reads_packed_relocations() {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Returns whether this machine's C library reads packed relocations: glibc does since 2.36. They need 4 MB less.
fn reads_packed_relocations() -> bool {
    let Ok(output) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else { return false };
    let version = String::from_utf8_lossy(&output.stdout);
    let minor = version.trim().strip_prefix("glibc 2.").and_then(|minor| minor.parse::<u32>().ok());
    minor.is_some_and(|minor| minor >= 36)
}
