//! Highlights comments, strings, numbers and keywords of code with CSS classes. The time is proportional to the length of the
//! code, whatever it contains.

use std::fmt::{self, Write};

/// Syntax of a language.
struct Language {
    names: &'static [&'static str],
    line_comments: &'static [&'static str],
    block_comment: Option<(&'static str, &'static str)>,
    quotes: &'static [char],
    keywords: &'static [&'static str],
    /// Whether keywords match in any case, as in SQL.
    ignores_case: bool,
}

const SLASHES: &[&str] = &["//"];
const HASH: &[&str] = &["#"];
const SLASH_STAR: Option<(&str, &str)> = Some(("/*", "*/"));

/// Languages by name. Each name belongs to one language.
const LANGUAGES: &[Language] = &[
    Language {
        names: &["bash", "sh", "shell", "zsh", "console"],
        line_comments: HASH,
        block_comment: None,
        quotes: &['"', '\''],
        keywords: &[
            "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case", "esac",
            "function", "return", "exit", "export", "local", "set", "echo", "cd", "sudo",
        ],
        ignores_case: false,
    },
    Language {
        names: &["powershell", "ps1"],
        line_comments: HASH,
        block_comment: Some(("<#", "#>")),
        quotes: &['"', '\''],
        keywords: &[
            "if", "else", "elseif", "foreach", "for", "while", "function", "param", "return", "try", "catch",
            "finally", "throw", "switch", "in",
        ],
        ignores_case: true,
    },
    Language {
        names: &["sql", "postgresql", "mysql"],
        line_comments: &["--"],
        block_comment: SLASH_STAR,
        quotes: &['\''],
        keywords: &[
            "select",
            "from",
            "where",
            "and",
            "or",
            "not",
            "null",
            "is",
            "in",
            "as",
            "join",
            "left",
            "right",
            "inner",
            "outer",
            "on",
            "group",
            "by",
            "order",
            "having",
            "limit",
            "offset",
            "insert",
            "into",
            "values",
            "update",
            "set",
            "delete",
            "create",
            "table",
            "index",
            "view",
            "alter",
            "drop",
            "with",
            "union",
            "distinct",
            "case",
            "when",
            "then",
            "else",
            "end",
            "between",
            "like",
            "exists",
            "primary",
            "key",
            "references",
            "default",
            "begin",
            "commit",
            "rollback",
            "grant",
            "desc",
            "asc",
        ],
        ignores_case: true,
    },
    Language {
        names: &["yaml", "yml", "toml", "ini", "conf", "dockerfile"],
        line_comments: HASH,
        block_comment: None,
        quotes: &['"', '\''],
        keywords: &["true", "false", "null", "yes", "no", "on", "off"],
        ignores_case: false,
    },
    Language {
        names: &["json"],
        line_comments: &[],
        block_comment: None,
        quotes: &['"'],
        keywords: &["true", "false", "null"],
        ignores_case: false,
    },
    Language {
        names: &["python", "py"],
        line_comments: HASH,
        block_comment: None,
        quotes: &['"', '\''],
        keywords: &[
            "def", "class", "return", "if", "elif", "else", "for", "in", "while", "with", "as", "import",
            "from", "try", "except", "finally", "raise", "pass", "continue", "break", "and", "or", "not",
            "is", "None", "True", "False", "lambda", "yield", "async", "await", "self",
        ],
        ignores_case: false,
    },
    Language {
        names: &["javascript", "js", "typescript", "ts", "tsx", "jsx"],
        line_comments: SLASHES,
        block_comment: SLASH_STAR,
        quotes: &['"', '\'', '`'],
        keywords: &[
            "const",
            "let",
            "var",
            "function",
            "return",
            "if",
            "else",
            "for",
            "of",
            "in",
            "while",
            "class",
            "extends",
            "new",
            "this",
            "import",
            "export",
            "from",
            "default",
            "async",
            "await",
            "try",
            "catch",
            "finally",
            "throw",
            "typeof",
            "null",
            "undefined",
            "true",
            "false",
            "interface",
            "type",
        ],
        ignores_case: false,
    },
    Language {
        names: &["php", "java", "csharp", "cs", "c", "cpp", "go", "rust", "rs", "kotlin"],
        line_comments: SLASHES,
        block_comment: SLASH_STAR,
        quotes: &['"'],
        keywords: &[
            "if",
            "else",
            "for",
            "foreach",
            "while",
            "return",
            "function",
            "fn",
            "func",
            "class",
            "struct",
            "enum",
            "interface",
            "impl",
            "trait",
            "public",
            "private",
            "protected",
            "static",
            "const",
            "let",
            "mut",
            "var",
            "val",
            "new",
            "use",
            "using",
            "import",
            "package",
            "namespace",
            "void",
            "int",
            "bool",
            "string",
            "true",
            "false",
            "null",
            "nil",
            "try",
            "catch",
            "throw",
            "match",
            "switch",
            "case",
            "break",
            "continue",
            "async",
            "await",
            "pub",
            "self",
            "this",
        ],
        ignores_case: false,
    },
];

/// Writes code as HTML with a `span` for each token that has a class. Code of an unknown language is only escaped.
pub fn write(output: &mut dyn Write, language: Option<&str>, code: &str) -> fmt::Result {
    let name = language.unwrap_or("").to_ascii_lowercase();
    match LANGUAGES.iter().find(|language| language.names.contains(&&*name)) {
        Some(language) => write_highlighted(output, language, code),
        None => escape(output, code),
    }
}

fn write_highlighted(output: &mut dyn Write, language: &Language, mut rest: &str) -> fmt::Result {
    let mut after_word = false;
    while let Some(first) = rest.chars().next() {
        let (class, length) = token(language, rest, first, after_word);
        let (token, after) = rest.split_at(length);
        match class {
            Some(class) => {
                write!(output, "<span class=\"{class}\">")?;
                escape(output, token)?;
                output.write_str("</span>")?;
            }
            None => escape(output, token)?,
        }
        after_word = token.ends_with(|c| is_word(c) || c == '$');
        rest = after;
    }
    Ok(())
}

/// Returns the class of the token at the start of `rest`, if any, and the length of the token in bytes, which is never 0.
/// `after_word` is whether the token follows a letter, a digit, `_` or `$`.
fn token(language: &Language, rest: &str, first: char, after_word: bool) -> (Option<&'static str>, usize) {
    let to_line_end = || rest.find('\n').unwrap_or(rest.len());
    // `$#` and `a#b` don't start a comment.
    if !after_word && language.line_comments.iter().any(|mark| rest.starts_with(mark)) {
        return (Some("code-comment"), to_line_end());
    }
    if let Some((open, close)) = language.block_comment
        && let Some(inner) = rest.strip_prefix(open)
    {
        let length = inner.find(close).map_or(rest.len(), |end| open.len() + end + close.len());
        return (Some("code-comment"), length);
    }
    if language.quotes.contains(&first) {
        return (Some("code-string"), quoted(rest, first));
    }
    if is_word(first) {
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        return (class_of_word(language, word), word.len());
    }
    (None, first.len_utf8())
}

/// Returns the length of a string in bytes: up to its closing quote, or else up to the end of the line. A string in backticks
/// may have several lines.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return index,
            c if c == quote => return index + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn class_of_word(language: &Language, word: &str) -> Option<&'static str> {
    let is_keyword = language.keywords.iter().any(|keyword| {
        if language.ignores_case { keyword.eq_ignore_ascii_case(word) } else { *keyword == word }
    });
    if is_keyword {
        return Some("code-keyword");
    }
    word.starts_with(|c: char| c.is_ascii_digit()).then_some("code-number")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn escape(output: &mut dyn Write, text: &str) -> fmt::Result {
    for c in text.chars() {
        match c {
            '&' => output.write_str("&amp;")?,
            '<' => output.write_str("&lt;")?,
            '>' => output.write_str("&gt;")?,
            c => output.write_char(c)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(language: &str, code: &str) -> String {
        let mut output = String::new();
        write(&mut output, Some(language), code).expect("a string can be written");
        output
    }

    #[test]
    fn comments_strings_keywords_and_numbers_have_classes() {
        assert_eq!(
            html("SQL", "SELECT 'a''b' -- <fim>"),
            "<span class=\"code-keyword\">SELECT</span> <span class=\"code-string\">'a'</span>\
             <span class=\"code-string\">'b'</span> <span class=\"code-comment\">-- &lt;fim&gt;</span>"
        );
        assert_eq!(html("bash", "a#b $# x1 7"), "a#b $# x1 <span class=\"code-number\">7</span>");
        assert_eq!(html("json", "\"a\\\"b"), "<span class=\"code-string\">\"a\\\"b</span>");
    }

    #[test]
    fn code_of_an_unknown_language_is_only_escaped() {
        assert_eq!(html("klingon", "if <b> &"), "if &lt;b&gt; &amp;");
    }

    #[test]
    fn highlighting_does_not_change_the_text() {
        for code in ["/* sem fim", "'ação\n'", "`a\nb`", "\\", "é#", "\"\\"] {
            for language in LANGUAGES {
                let highlighted = html(language.names[0], code);
                let text: String = highlighted
                    .split('<')
                    .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
                    .collect();
                assert_eq!(text, code, "{}", language.names[0]);
            }
        }
    }
}
