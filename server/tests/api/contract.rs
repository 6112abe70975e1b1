use std::path::Path;

const METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

#[test]
fn the_committed_contract_is_the_one_the_code_makes() {
    let committed =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json")).unwrap();
    let made = vitrine::router::contract().to_pretty_json().unwrap() + "\n";
    assert!(committed == made, "server/openapi.json is stale: run `make gen`");
}

#[test]
fn the_tables_of_the_router_show_every_url() {
    let contract = serde_json::to_value(vitrine::router::contract()).unwrap();
    let mut declared = Vec::new();
    for (path, item) in contract["paths"].as_object().unwrap() {
        let methods = METHODS.iter().filter(|method| item.get(**method).is_some());
        declared.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
    }
    let router = include_str!("../../src/router.rs");
    let lines = router.lines().filter(|line| line.contains("routes!("));
    let mut written: Vec<String> =
        lines.map(|line| line.split_once("// ").expect("a URL beside each handler").1.to_owned()).collect();
    declared.sort();
    written.sort();
    assert_eq!(written, declared);
}
