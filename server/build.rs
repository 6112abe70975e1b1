//! The web assets are compiled in: a new web build needs a new server build.

fn main() {
    println!("cargo:rerun-if-changed=../web/dist");
}
