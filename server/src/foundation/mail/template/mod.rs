//! The layout of all messages, as text and as HTML. The HTML consists of tables and inline styles, because many mail programs
//! support nothing else; a style sheet adds the dark colors. Messages load no resources, so that reading them can't be tracked.
//! Only the newsletter may contain pictures of the site, whose URLs are the same for all recipients.
//!
//! The file is long because both formats of each part are in one place, so that they have the same content.

use serde::{Deserialize, Serialize};

use super::model::{ActionLink, Block, Body, MailLink, SharedContent};
use crate::{
    foundation::settings::accent::Accent,
    platform::text::{escape_html, escape_unbroken},
};

const LAYOUT: &str = include_str!("layout.html");
/// Attributes of a paragraph in small print.
const SMALL: &str = "class=\"muted\" style=\"margin:0 0 8px;color:#525d57;font-size:13px;line-height:20px\"";
const UNSUBSCRIBE: &str = "Cancelar a inscrição";
const PREFERENCES: &str = "Escolher os assuntos";

/// Starts and ends each placeholder. [`letter`] removes this control character from all texts: otherwise an author could write a
/// placeholder into a link to another site, which would then receive the recipient's personal URL.
const MARK: char = '\u{1}';
/// The placeholder that [`personalized`] replaces with the URL that ends the recipient's subscription.
pub const UNSUBSCRIBE_URL: &str = "\u{1}unsubscribe_url\u{1}";
/// The placeholder that [`personalized`] replaces with the URL where the recipient chooses interests.
pub const PREFERENCES_URL: &str = "\u{1}preferences_url\u{1}";

/// The sender of a message, as the layout shows it.
pub struct Sender<'a> {
    pub company: &'a str,
    pub site_url: &'a str,
    pub accent: &'a Accent,
}

/// A message in both formats.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rendered {
    pub text: String,
    pub html: String,
}

/// Renders a message with the common layout.
#[must_use]
pub fn render(sender: &Sender<'_>, subject: &str, body: &Body) -> Rendered {
    Rendered { text: text(sender, body), html: html(sender, subject, body) }
}

/// The content of a mail of the newsletter, without layout.
pub struct Letter<'a> {
    pub subject: &'a str,
    /// Preview text that mail programs show after the subject in the list of mails; may be empty.
    pub preheader: &'a str,
    /// Sanitized HTML with inline styles.
    pub html: &'a str,
    pub text: &'a str,
    /// Postal address of the company; may be empty.
    pub address: &'a str,
    /// Why the recipient gets the mail.
    pub reason: &'a str,
    /// The URL that ends the subscription, or [`UNSUBSCRIBE_URL`].
    pub unsubscribe_url: &'a str,
    /// The URL where the recipient chooses interests, or [`PREFERENCES_URL`]; `None` if the site offers none.
    pub preferences_url: Option<&'a str>,
}

/// Renders a mail of the newsletter.
#[must_use]
pub fn letter(sender: &Sender<'_>, letter: &Letter<'_>) -> Rendered {
    let [company, site_url] = [sender.company, sender.site_url].map(without_marks);
    let [subject, preheader, html] = [letter.subject, letter.preheader, letter.html].map(without_marks);
    let [text, address, reason] = [letter.text, letter.address, letter.reason].map(without_marks);
    let sender = Sender { company: &company, site_url: &site_url, accent: sender.accent };
    let letter = Letter {
        subject: &subject,
        preheader: &preheader,
        html: &html,
        text: &text,
        address: &address,
        reason: &reason,
        unsubscribe_url: letter.unsubscribe_url,
        preferences_url: letter.preferences_url,
    };
    Rendered { text: letter_text(&sender, &letter), html: letter_html(&sender, &letter) }
}

/// Returns the shared content of a message in bulk with the links of its recipient.
#[must_use]
pub fn personalized(shared: &SharedContent, body: &Body) -> Rendered {
    let urls = [(UNSUBSCRIBE_URL, &body.unsubscribe_url), (PREFERENCES_URL, &body.preferences_url)]
        .map(|(name, url)| (name, url.as_deref().unwrap_or_default()));
    let mut rendered = Rendered { text: shared.text.clone(), html: shared.html.clone() };
    for (name, url) in urls {
        rendered.text = rendered.text.replace(name, url);
        rendered.html = rendered.html.replace(name, &escape_html(url));
    }
    rendered
}

fn without_marks(text: &str) -> String {
    text.replace(MARK, "")
}

fn letter_text(sender: &Sender<'_>, letter: &Letter<'_>) -> String {
    let signature = [sender.company, letter.address, sender.site_url];
    let signature: Vec<&str> = signature.into_iter().filter(|line| !line.is_empty()).collect();
    let links = subscription_links(letter.preferences_url, Some(letter.unsubscribe_url));
    let links: String = links.map(|(label, url)| format!("{label}: {url}\n")).collect();
    let (text, signature) = (letter.text.trim_end(), signature.join("\n"));
    format!("{text}\n\n-- \n{signature}\n\n{}\n\n{links}", letter.reason)
}

fn letter_html(sender: &Sender<'_>, letter: &Letter<'_>) -> String {
    let links = subscription_links(letter.preferences_url, Some(letter.unsubscribe_url));
    let links: Vec<String> = links.map(|(label, url)| small_link(label, url)).collect();
    let mut small = vec![escape_html(letter.reason), links.join(" &nbsp;·&nbsp; ")];
    if !letter.address.is_empty() {
        small.push(escape_html(letter.address));
    }
    fill_layout(sender, letter.subject, |name| match name {
        "preheader" => hidden_preview(letter.preheader),
        "content" => letter.html.to_owned(),
        "small" => small_print(&small),
        _ => String::new(),
    })
}

/// Returns a hidden element with the preview text, or nothing if the text is empty.
fn hidden_preview(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(
        "<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all\">{}</div>",
        escape_html(text)
    )
}

fn text(sender: &Sender<'_>, body: &Body) -> String {
    let mut parts: Vec<String> = body.blocks.iter().map(text_block).collect();
    let actions = body.action.iter().chain(&body.second_action);
    parts.extend(actions.map(|ActionLink { label, url }| format!("{label}:\n{url}")));
    parts.push(format!("-- \n{}\n{}", sender.company, sender.site_url));
    parts.extend(body.reason.clone());
    let links = subscription_links(body.preferences_url.as_deref(), body.unsubscribe_url.as_deref());
    parts.extend(links.map(|(label, url)| format!("{label}: {url}")));
    parts.join("\n\n") + "\n"
}

fn text_block(block: &Block) -> String {
    let lines: Vec<String> = match block {
        Block::Paragraph(text) => return text.clone(),
        Block::Fields(fields) => fields.iter().map(|(name, value)| format!("{name}: {value}")).collect(),
        Block::Links(links) => links.iter().map(text_link).collect(),
        Block::Quote(text) => text.lines().map(|line| format!("> {line}")).collect(),
    };
    lines.join("\n")
}

fn html(sender: &Sender<'_>, subject: &str, body: &Body) -> String {
    let content: Vec<String> = body.blocks.iter().map(|block| html_block(block, sender.accent)).collect();
    let links = subscription_links(body.preferences_url.as_deref(), body.unsubscribe_url.as_deref());
    let mut small: Vec<String> = body.reason.as_deref().map(escape_html).into_iter().collect();
    small.extend(links.map(|(label, url)| small_link(label, url)));
    fill_layout(sender, subject, |name| match name {
        "content" => content.join("\n"),
        "action" => {
            let first = body.action.iter().map(|action| button(action, sender.accent));
            first.chain(body.second_action.iter().map(|action| link(action, sender.accent))).collect()
        }
        "small" => small_print(&small),
        _ => String::new(),
    })
}

/// Returns the labels and URLs of the links for subscribers.
fn subscription_links<'a>(
    preferences_url: Option<&'a str>,
    unsubscribe_url: Option<&'a str>,
) -> impl Iterator<Item = (&'static str, &'a str)> {
    let preferences = preferences_url.map(|url| (PREFERENCES, url));
    preferences.into_iter().chain(unsubscribe_url.map(|url| (UNSUBSCRIBE, url)))
}

/// Returns paragraphs in small print. `paragraphs` are HTML.
fn small_print(paragraphs: &[String]) -> String {
    paragraphs.iter().map(|html| format!("<p {SMALL}>{html}</p>")).collect::<Vec<_>>().join("\n")
}

/// Returns a link in small print.
fn small_link(label: &str, url: &str) -> String {
    format!("<a class=\"muted\" href=\"{}\" style=\"color:#525d57\">{label}</a>", escape_html(url))
}

/// Fills the layout with the sender, the subject and, for other names, the HTML that `part` returns.
fn fill_layout(sender: &Sender<'_>, subject: &str, part: impl Fn(&str) -> String) -> String {
    let Accent { light, dark, .. } = sender.accent;
    fill(LAYOUT, |name| match name {
        "subject" => escape_html(subject),
        "heading" => escape_unbroken(subject),
        "company" => escape_html(sender.company),
        "site_url" => escape_html(sender.site_url),
        "site" => escape_html(host(sender.site_url)),
        "accent" => light.accent.to_string(),
        "dark_accent" => dark.accent.to_string(),
        "dark_on_accent" => dark.on_accent.to_string(),
        part_name => part(part_name),
    })
}

fn host(site_url: &str) -> &str {
    site_url.split_once("://").map_or(site_url, |(_, rest)| rest)
}

/// Replaces each `{{name}}` in the layout with its value. Names in values are not replaced.
fn fill(layout: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(layout.len() * 2);
    let mut rest = layout;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        filled.push_str(before);
        filled.push_str(&value(name));
        rest = after;
    }
    filled + rest
}

fn html_block(block: &Block, accent: &Accent) -> String {
    match block {
        Block::Paragraph(text) => {
            format!("<p class=\"ink\" style=\"margin:0 0 16px;color:#0f1714\">{}</p>", lines(text))
        }
        Block::Fields(fields) => {
            let rows: String = fields.iter().map(|(name, value)| field(name, value)).collect();
            format!(
                "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" \
                 style=\"margin:0 0 20px\">{rows}</table>"
            )
        }
        Block::Links(links) => {
            let items: String = links.iter().map(|link| html_link(link, accent)).collect();
            format!(
                "<ul class=\"ink\" style=\"margin:0 0 20px;padding-left:20px;color:#0f1714\">{items}</ul>"
            )
        }
        Block::Quote(text) => format!(
            "<div class=\"sunken ink\" style=\"margin:0 0 20px;padding:14px 18px;background:#ecede7;\
             border-left:3px solid {};color:#0f1714\">{}</div>",
            accent.light.accent,
            lines(text)
        ),
    }
}

fn text_link(MailLink { label, url, details }: &MailLink) -> String {
    let title = [&**label, &**details].into_iter().filter(|text| !text.is_empty());
    format!("- {}\n  {url}", title.collect::<Vec<_>>().join(" · "))
}

fn html_link(MailLink { label, url, details }: &MailLink, accent: &Accent) -> String {
    format!(
        "<li style=\"margin:0 0 8px\"><a class=\"link\" href=\"{}\" style=\"color:{}\">{}</a>\
         <br><span class=\"muted\" style=\"color:#525d57;font-size:14px\">{}</span></li>",
        escape_html(url),
        accent.light.accent,
        escape_html(label),
        escape_html(details),
    )
}

fn field(name: &str, value: &str) -> String {
    const CELL: &str = "padding:8px 0;border-bottom:1px solid #dcded6;font-size:15px;vertical-align:top";
    format!(
        "<tr><td class=\"name line muted\" width=\"120\" style=\"{CELL};color:#525d57\">{}</td>\
         <td class=\"value line ink\" style=\"{CELL};color:#0f1714;word-break:break-word\">{}</td></tr>",
        escape_html(name),
        lines(value)
    )
}

fn button(ActionLink { label, url }: &ActionLink, accent: &Accent) -> String {
    let (label, url) = (escape_html(label), escape_html(url));
    let (fill, text) = (accent.light.accent, accent.light.on_accent);
    format!(
        "<p style=\"margin:24px 0\"><a class=\"button\" href=\"{url}\" style=\"display:inline-block;padding:12px 22px;\
         background:{fill};color:{text};border-radius:8px;font-weight:bold;text-decoration:none\">{label}</a></p>\
         <p class=\"muted\" style=\"margin:0 0 16px;color:#525d57;font-size:13px;line-height:20px\">\
         Se o botão não funcionar, copie este endereço no navegador:<br>\
         <span style=\"word-break:break-all\">{url}</span></p>"
    )
}

fn link(ActionLink { label, url }: &ActionLink, accent: &Accent) -> String {
    format!(
        "<p style=\"margin:0 0 16px\"><a class=\"accent\" href=\"{}\" style=\"color:{}\">{}</a></p>",
        escape_html(url),
        accent.light.accent,
        escape_html(label)
    )
}

/// Escapes a text and preserves its line breaks.
fn lines(text: &str) -> String {
    text.lines().map(escape_html).collect::<Vec<_>>().join("<br>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::{mail::model::Message, settings::accent::DESIGN};

    const SENDER: Sender<'_> =
        Sender { company: "Café & Cia", site_url: "https://www.exemplo.com.br", accent: &DESIGN };

    fn rendered(message: Message) -> Rendered {
        render(&SENDER, &message.subject, &message.body)
    }

    #[test]
    fn markup_in_values_is_escaped() {
        let hostile = "<script>alert(1)</script>{{company}}\"'";
        let message = Message::new("test", "a@b.c", hostile)
            .paragraph(hostile)
            .fields([(hostile, hostile)])
            .quote(hostile)
            .action(hostile, hostile)
            .reason(hostile)
            .unsubscribe_url(hostile);
        let html = rendered(message).html;
        assert!(!html.contains("<script") && !html.contains("}}\"'"), "{html}");
        assert_eq!(html.matches("{{company}}").count(), 11, "names in values are not replaced");
        assert_eq!(html.matches("Café &amp; Cia").count(), 2);
    }

    #[test]
    fn urls_of_a_letter_are_escaped() {
        let url = "https://x.example/?a=1&b=\"<b>";
        let letter = Letter {
            subject: "Oi",
            preheader: "",
            html: "",
            text: "",
            address: "",
            reason: "",
            unsubscribe_url: url,
            preferences_url: Some(url),
        };
        let html = super::letter(&SENDER, &letter).html;
        assert_eq!(
            html.matches("href=\"https://x.example/?a=1&amp;b=&quot;&lt;b&gt;\"").count(),
            2,
            "{html}"
        );
    }

    #[test]
    fn placeholders_in_the_texts_of_a_letter_are_not_replaced() {
        let hostile = &format!("{UNSUBSCRIBE_URL}{PREFERENCES_URL}{{{{unsubscribe_url}}}}");
        let letter = Letter {
            subject: hostile,
            preheader: hostile,
            html: hostile,
            text: hostile,
            address: hostile,
            reason: hostile,
            unsubscribe_url: UNSUBSCRIBE_URL,
            preferences_url: Some(PREFERENCES_URL),
        };
        let sender = Sender { company: hostile, site_url: hostile, accent: &DESIGN };
        let Rendered { text, html } = super::letter(&sender, &letter);
        let shared = SharedContent { text, html, list_id: String::new() };
        let url = |name: &str| Some(format!("https://x.example/{name}"));
        let body = Body { unsubscribe_url: url("sair"), preferences_url: url("assuntos"), ..Body::default() };
        let Rendered { text, html } = personalized(&shared, &body);
        for part in [text, html] {
            for name in ["sair", "assuntos"] {
                assert_eq!(part.matches(&*url(name).expect("a URL")).count(), 1, "{part}");
            }
            assert!(!part.contains(MARK), "{part}");
        }
    }

    #[test]
    fn buttons_and_links_have_the_accent_color() {
        let accent = Accent::of("6d28d9");
        let message = Message::new("test", "a@b.c", "Oi").quote("Oi").action("Abrir", "https://x.example");
        let html_for = |accent| render(&Sender { accent, ..SENDER }, &message.subject, &message.body).html;
        let default_html = html_for(&DESIGN);
        let own_html = html_for(&accent);
        for (design, own) in
            [(DESIGN.light.accent, accent.light.accent), (DESIGN.dark.accent, accent.dark.accent)]
        {
            assert_eq!(default_html.matches(&design.to_string()).count(), 3, "{default_html}");
            assert_eq!(own_html.matches(&own.to_string()).count(), 3, "{own_html}");
            assert!(!own_html.contains(&design.to_string()), "{own_html}");
        }
    }

    #[test]
    fn text_and_html_have_the_same_content_and_load_nothing() {
        let message = Message::new("test", "a@b.c", "Novo contato")
            .paragraph("Chegou um contato.")
            .fields([("Nome", "João"), ("Telefone", "(11) 98765-4321")])
            .quote("Primeira linha\nSegunda linha")
            .action("Abrir no painel", "https://www.exemplo.com.br/admin/contacts/1")
            .reason("Você recebe este e-mail porque cuida dos contatos.");
        let Rendered { text, html } = rendered(message);
        for part in ["Chegou um contato.", "João", "Segunda linha", "/admin/contacts/1", "porque cuida"] {
            assert!(text.contains(part) && html.contains(part), "{part}");
        }
        assert!(text.contains("> Primeira linha\n> Segunda linha"), "{text}");
        assert!(html.contains("Primeira linha<br>Segunda linha"), "{html}");
        for fetched in ["<img", "<link", "url(", "<script", "src="] {
            assert!(!html.contains(fetched), "{fetched} in {html}");
        }
    }
}
