//! Converts sanitized HTML to the HTML part of a mail. URLs become absolute. Styles are inline, because
//! mail programs ignore style sheets. Each picture has its size and description, because many mail programs hide
//! pictures.

use url::Url;

use crate::{
    foundation::{
        media::{
            html::{attributes, pieces},
            picture::{Picture, Pictures},
        },
        settings::accent::Accent,
    },
    platform::text::escape_html,
};

/// Value of `utm_source` in links to the site.
pub(super) const UTM_SOURCE: &str = "newsletter";
/// Width of the content in a mail, in pixels.
const MAX_WIDTH: i32 = 534;

/// The site that a mail links to.
pub struct MailSite<'a> {
    /// Origin of the site, without a slash at its end.
    pub origin: &'a str,
    /// Value of `utm_campaign` in links to the site.
    pub campaign: &'a str,
    pub accent: &'a Accent,
}

impl MailSite<'_> {
    /// Returns the absolute URL of a link. Links to pages of the site get the parameters of the campaign.
    #[must_use]
    pub fn link(&self, href: &str) -> String {
        let absolute = self.absolute(href);
        let is_own =
            absolute.strip_prefix(self.origin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let Some(mut url) = Url::parse(&absolute).ok().filter(|_| is_own) else { return absolute };
        if url.path().starts_with("/media/") || url.query_pairs().any(|(name, _)| name == "utm_source") {
            return absolute;
        }
        url.query_pairs_mut()
            .append_pair("utm_source", UTM_SOURCE)
            .append_pair("utm_medium", "email")
            .append_pair("utm_campaign", self.campaign);
        url.into()
    }

    /// Returns the absolute URL of a path of the site. Other URLs are returned unchanged.
    #[must_use]
    pub fn absolute(&self, href: &str) -> String {
        if href.starts_with('/') { format!("{}{href}", self.origin) } else { href.to_owned() }
    }

    /// Returns sanitized HTML as HTML of a mail.
    #[must_use]
    pub fn html(&self, html: &str, pictures: &Pictures) -> String {
        let mut out = String::with_capacity(html.len() * 2);
        for piece in pieces(html) {
            match start_tag(piece) {
                Some((name, rest)) => out.push_str(&self.tag(name, rest, pictures)),
                None => out.push_str(piece),
            }
        }
        out
    }

    /// Returns a start tag with inline styles and with those of the attributes in `rest` that mails need.
    fn tag(&self, name: &str, rest: &str, pictures: &Pictures) -> String {
        match name {
            "a" => match attribute(rest, "href").filter(|href| !href.starts_with('#')) {
                Some(href) => format!(
                    "<a class=\"accent\" href=\"{}\" style=\"color:{}\">",
                    escape_html(&self.link(&unescaped(href))),
                    self.accent.light.accent
                ),
                None => "<a>".to_owned(),
            },
            "img" => {
                let src = unescaped(attribute(rest, "src").unwrap_or_default());
                let picture = pictures.at(&src);
                let alt = attribute(rest, "alt")
                    .filter(|alt| !alt.is_empty())
                    .map_or_else(|| escape_html(&picture.alt), str::to_owned);
                self.picture(&picture, &alt)
            }
            _ => {
                let mut tag = format!("<{name}");
                for (attribute, value) in attributes(rest) {
                    if matches!(attribute, "colspan" | "rowspan" | "start" | "scope") {
                        tag.push_str(&format!(" {attribute}=\"{value}\""));
                    }
                }
                tag + &style(name, self.accent) + ">"
            }
        }
    }

    /// Returns the tag of a picture with its size. `alt` must be escaped HTML.
    #[must_use]
    pub fn picture(&self, picture: &Picture, alt: &str) -> String {
        let (shown, height) = match (picture.width, picture.height) {
            (Some(width), Some(height)) if width > 0 => {
                let shown = width.min(MAX_WIDTH);
                let scaled = i64::from(height) * i64::from(shown) / i64::from(width);
                (shown, format!(" height=\"{}\"", scaled.max(1)))
            }
            _ => (MAX_WIDTH, String::new()),
        };
        // Outlook needs the attribute. Other programs give a blocked picture the width of the style, which must not widen the mail.
        format!(
            "<img class=\"muted\" src=\"{}\" alt=\"{alt}\" width=\"{shown}\"{height} style=\"display:block;width:100%;\
             max-width:{shown}px;height:auto;border:0;border-radius:8px;color:#525d57;font-size:14px;line-height:20px\">",
            escape_html(&self.absolute(&picture.src))
        )
    }
}

/// Returns the name and the attributes of a start tag. `None` for text and for end tags.
pub(super) fn start_tag(piece: &str) -> Option<(&str, &str)> {
    let inner = piece.strip_prefix('<')?.strip_suffix('>')?;
    if inner.starts_with('/') {
        return None;
    }
    Some(inner.split_once(' ').unwrap_or((inner, "")))
}

/// Returns the `class` and `style` attributes of an element. Empty if it needs none.
fn style(name: &str, accent: &Accent) -> String {
    const INK: &str = "color:#0f1714";
    const SUNKEN: &str = "margin:0 0 16px;padding:14px 18px;background:#ecede7;color:#0f1714";
    let (class, style) = match name {
        "p" => ("ink", format!("margin:0 0 16px;{INK}")),
        "h2" => ("ink", format!("margin:28px 0 12px;font-size:20px;line-height:26px;{INK}")),
        "h3" | "h4" | "h5" | "h6" => {
            ("ink", format!("margin:24px 0 8px;font-size:17px;line-height:24px;{INK}"))
        }
        "ul" | "ol" => ("ink", format!("margin:0 0 16px;padding:0 0 0 24px;{INK}")),
        "li" => ("", "margin:0 0 6px".to_owned()),
        "dl" | "dd" | "dt" => ("ink", format!("margin:0 0 8px;{INK}")),
        // Its last paragraph has a margin, which would be outside of the background without any padding.
        "blockquote" => (
            "sunken ink",
            format!("{SUNKEN};padding-bottom:1px;border-left:3px solid {}", accent.light.accent),
        ),
        "pre" => (
            "sunken ink",
            format!(
                "{SUNKEN};border-radius:6px;font-size:14px;line-height:20px;white-space:pre-wrap;word-break:break-word"
            ),
        ),
        "code" | "kbd" => ("", "font-family:Consolas,Menlo,monospace;font-size:14px".to_owned()),
        "hr" => ("line", "margin:24px 0;border:0;border-top:1px solid #dcded6".to_owned()),
        "table" => ("ink", format!("margin:0 0 16px;border-collapse:collapse;font-size:15px;{INK}")),
        "td" | "th" => (
            "line",
            "padding:8px 10px;border:1px solid #dcded6;text-align:left;vertical-align:top".to_owned(),
        ),
        "figure" => ("", "margin:0 0 16px".to_owned()),
        "figcaption" => ("muted", "margin:6px 0 0;color:#525d57;font-size:13px;line-height:20px".to_owned()),
        _ => return String::new(),
    };
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("{class} style=\"{style}\"")
}

/// Returns the value of an attribute. `rest` is the tag after its name.
pub(super) fn attribute<'a>(rest: &'a str, wanted: &str) -> Option<&'a str> {
    attributes(rest).into_iter().find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

/// Reverts the escaping by the sanitizer.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::settings::accent::DESIGN;

    const SITE: MailSite<'_> =
        MailSite { origin: "https://www.exemplo.com.br", campaign: "novidades-de-maio", accent: &DESIGN };

    #[test]
    fn only_links_to_pages_of_the_site_get_campaign_parameters() {
        let campaign = "utm_source=newsletter&utm_medium=email&utm_campaign=novidades-de-maio";
        for (href, expected) in [
            ("/contato", format!("https://www.exemplo.com.br/contato?{campaign}")),
            ("/blog?pagina=2#fim", format!("https://www.exemplo.com.br/blog?pagina=2&{campaign}#fim")),
            ("/media/a.pdf", "https://www.exemplo.com.br/media/a.pdf".to_owned()),
            (
                "https://www.exemplo.com.br.evil.example/",
                "https://www.exemplo.com.br.evil.example/".to_owned(),
            ),
            ("https://outro.example/x", "https://outro.example/x".to_owned()),
            ("mailto:a@b.br", "mailto:a@b.br".to_owned()),
        ] {
            assert_eq!(SITE.link(href), expected, "{href}");
        }
    }

    #[test]
    fn picture_has_size_and_description() {
        let picture = Picture {
            width: Some(1068),
            height: Some(600),
            alt: "Rack".into(),
            ..Picture::plain("/media/a.jpg")
        };
        let pictures = Pictures::from_iter([picture]);
        let html = SITE.html("<p><img src=\"/media/a.jpg\" alt=\"\"></p>", &pictures);
        assert!(
            html.contains(
                "src=\"https://www.exemplo.com.br/media/a.jpg\" alt=\"Rack\" width=\"534\" height=\"300\""
            ),
            "{html}"
        );
        assert!(html.contains(";width:100%;max-width:534px;height:auto;"), "the picture shrinks: {html}");
    }
}
