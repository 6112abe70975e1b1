//! Rebuilds the server after a web build, because the web assets are compiled in.

fn main() {
    println!("cargo:rerun-if-changed=../web/dist/embedded");
}
