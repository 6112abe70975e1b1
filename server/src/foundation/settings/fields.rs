//! Parses single fields of the settings records.

use url::Url;

use super::{
    closed_days::ClosedDays,
    model::{ContactInfo, ON},
    parse::{MAX_SHORT, MAX_URL, ValidatedRecord},
    promised_hours,
};
use crate::{
    foundation::media::model::ROOT,
    platform::{
        color::Color,
        parse::Fields,
        text::{
            cnpj, is_safe_url,
            phone::{self, whatsapp_digits},
        },
    },
};

/// Parses a phone number and formats it as `(19) 3233-4455`.
pub fn company_phone(fields: &mut Fields, name: &str, value: &str) -> String {
    phone::formatted(&fields.phone(name, value))
}

/// Parses a CNPJ, which may be empty, and formats it as `12.ABC.345/01DE-35`.
pub fn cnpj_field(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    if text.is_empty() {
        return text;
    }
    let parsed = cnpj::parse(&text);
    if parsed.is_none() {
        fields.refuse(
            name,
            "Confira o CNPJ: são 14 letras ou números, e os dois últimos precisam conferir com os outros.",
        );
    }
    parsed.unwrap_or_default()
}

/// Parses a number for WhatsApp, which may be empty. It needs an area code, because links to WhatsApp contain it.
pub fn whatsapp(fields: &mut Fields, name: &str, value: &str) -> String {
    let number = company_phone(fields, name, value);
    if !number.is_empty() && whatsapp_digits(&number).is_none() {
        fields.refuse(name, "Informe o número com o DDD, como (11) 98765-4321.");
    }
    number
}

/// Parses the promised hours of single services, one a line.
pub fn service_hours(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.text(name, value, ContactInfo::max(name));
    promised_hours::services_field(fields, name, &text)
}

/// Parses the days on which the company is closed, one a line.
pub fn closed_days(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.text(name, value, ContactInfo::max(name));
    ClosedDays::parse_field(fields, name, &text)
}

/// Parses the value of a switch, which may be empty.
pub fn on_or_off(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    if !matches!(&*text, "" | ON | "off") {
        fields.refuse(name, "Escolha ligado ou desligado.");
    }
    text
}

/// Parses a percentage from 1 to 100.
pub fn percent(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    match text.trim_end_matches('%').trim().parse::<u8>() {
        Ok(percent @ 1..=100) => percent.to_string(),
        _ => {
            fields.refuse(name, "Informe uma porcentagem de 1 a 100.");
            text
        }
    }
}

/// Parses a year from 1800 to 2100, which may be empty.
pub fn year(fields: &mut Fields, name: &str, value: &str) -> String {
    let year = fields.line(name, value, MAX_SHORT);
    let plausible = year.len() == 4 && year.parse().is_ok_and(|year: u16| (1800..=2100).contains(&year));
    if !year.is_empty() && !plausible {
        fields.refuse(name, "Informe o ano com quatro dígitos, de 1800 a 2100, como 2014.");
    }
    year
}

/// Parses the URL of a picture of the library, which may be empty. Does not check whether the picture exists.
pub fn picture(fields: &mut Fields, name: &str, value: &str) -> String {
    let url = fields.line(name, value, MAX_URL);
    if !url.is_empty() && (!url.starts_with(ROOT) || !is_safe_url(&url)) {
        fields.refuse(name, "Envie a imagem por este campo.");
    }
    url
}

/// Parses a color with or without `#`, which may be empty, and formats it as `#rrggbb`.
pub fn color(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    if text.is_empty() {
        return text;
    }
    let parsed = Color::parse(&text);
    if parsed.is_none() {
        fields.refuse(name, "Informe a cor com seis dígitos, de 0 a 9 e de A a F, como #1d4fb8.");
    }
    parsed.map(|color| color.to_string()).unwrap_or_default()
}

/// Parses an https URL, which may be empty or lack the scheme. Returns it with the scheme.
pub fn profile(fields: &mut Fields, name: &str, value: &str) -> String {
    let mut url = fields.line(name, value, MAX_URL);
    if !url.is_empty() && !url.contains("://") {
        url.insert_str(0, "https://");
    }
    let parsed = Url::parse(&url).ok();
    let is_valid = parsed.is_some_and(|parsed| {
        let host_has_dot = parsed.domain().is_some_and(|host| host.contains('.') && !host.ends_with('.'));
        host_has_dot && parsed.scheme() == "https" && parsed.username().is_empty() && is_safe_url(&url)
    });
    if !url.is_empty() && !is_valid {
        fields.refuse(name, "Informe um endereço que comece com https://, como https://exemplo.com/empresa.");
    }
    url
}

/// Returns keywords separated by commas. In `text` they are separated by commas or line breaks.
#[must_use]
pub fn keywords(text: &str) -> String {
    let keywords = text.split([',', '\n']).map(str::trim).filter(|keyword| !keyword.is_empty());
    keywords.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_must_be_an_https_url() {
        for (typed, expected) in [
            ("linkedin.com/company/vitrine", Some("https://linkedin.com/company/vitrine")),
            (" https://www.youtube.com/@vitrine?x=1#y ", Some("https://www.youtube.com/@vitrine?x=1#y")),
            ("", Some("")),
            ("http://facebook.com/x", None),
            ("javascript://x.com/%0aalert(1)", None),
            ("javascript:alert(1)", None),
            ("https://facebook.com@evil", None),
            ("https://user@facebook.com/", None),
            ("@vitrine", None),
            ("https://x", None),
        ] {
            let mut fields = Fields::default();
            let url = profile(&mut fields, "facebook", typed);
            assert_eq!(fields.finish(url).ok().as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn picture_must_have_a_url_of_the_library() {
        for wrong in ["https://x.example/a.png", "//x.example/a.png", "/media/a b.png", "/api/x", "a.png"] {
            let mut fields = Fields::default();
            picture(&mut fields, "logo", wrong);
            fields.finish(()).expect_err(wrong);
        }
    }

    #[test]
    fn accent_color_is_normalized() {
        for (typed, expected) in [
            (" #1D4FB8 ", Some("#1d4fb8")),
            ("1d4fb8", Some("#1d4fb8")),
            ("", Some("")),
            ("#1d4", None),
            ("red", None),
            ("#1d4fb8;}", None),
        ] {
            let mut fields = Fields::default();
            let color = color(&mut fields, "accent_color", typed);
            assert_eq!(fields.finish(color).ok().as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn whatsapp_number_needs_an_area_code() {
        for (typed, is_valid) in [
            ("", true),
            ("(11) 98765-4321", true),
            ("0800 123 4567", true),
            ("+351 912 345 678", true),
            ("98765-4321", false),
            ("4004-1234", false),
        ] {
            let mut fields = Fields::default();
            let number = whatsapp(&mut fields, "whatsapp", typed);
            assert_eq!(fields.finish(number).is_ok(), is_valid, "{typed}");
        }
    }

    #[test]
    fn year_of_the_foundation_must_be_plausible_or_empty() {
        for (typed, expected) in [
            (" 2014 ", Some("2014")),
            ("1800", Some("1800")),
            ("2100", Some("2100")),
            ("", Some("")),
            ("1799", None),
            ("2101", None),
            ("14", None),
            ("02014", None),
            ("+999", None),
        ] {
            let mut fields = Fields::default();
            let year = year(&mut fields, "founded", typed);
            assert_eq!(fields.finish(year).ok().as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn keywords_are_separated_by_commas() {
        assert_eq!(keywords("suporte técnico ,,nuvem\nLGPD, "), "suporte técnico, nuvem, LGPD");
    }
}
