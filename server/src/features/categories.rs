//! The subjects that posts and services share.

/// The categories of posts. Each service has related posts from one of them.
pub const CATEGORIES: [&str; 6] =
    ["Cloud Computing", "Segurança", "Inteligência Artificial", "Automação", "Backup", "Monitoramento"];
