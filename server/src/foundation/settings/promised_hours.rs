//! The promised response times of the contact settings: one in general, and optionally others for services of the contact form.

use std::collections::BTreeSet;

use super::{model::ContactInfo, parse::MAX_SHORT};
use crate::platform::parse::Fields;

/// Maximum promised response time in hours: ten working days.
const MAX_HOURS: u16 = 240;
/// Hours that apply if the settings have none.
const DEFAULT_HOURS: u16 = 24;
/// Number of characters that distinguish services. Stored contacts have no more of their service.
const MAX_COMPARED: usize = 80;
const OUT_OF_RANGE: &str = "Informe de 1 a 240 horas.";

/// The promised response times in hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromisedHours {
    general: u16,
    /// Compared names of services, and their hours.
    services: Vec<(String, u16)>,
}

impl PromisedHours {
    /// Reads the stored settings. Ignores invalid lines.
    #[must_use]
    pub fn of(contact: &ContactInfo) -> Self {
        let lines = contact.service_hours.lines().filter_map(|line| parse_line(line).ok());
        Self {
            general: parse_hours(&contact.promised_hours).unwrap_or(DEFAULT_HOURS),
            services: lines.map(|(service, hours)| (compared(&service), hours)).collect(),
        }
    }

    /// Returns the general promise.
    #[must_use]
    pub fn general(&self) -> u16 {
        self.general
    }

    /// Returns the hours of a service. The general promise applies to services without their own hours.
    #[must_use]
    pub fn of_service(&self, service: &str) -> u16 {
        self.own_of_service(service).unwrap_or(self.general)
    }

    /// Returns the longest of the general promise and those of the services.
    #[must_use]
    pub fn longest(&self, services: &[String]) -> u16 {
        services.iter().map(|service| self.of_service(service)).max().unwrap_or_default().max(self.general)
    }

    /// Returns the hours of a service that has its own.
    #[must_use]
    pub fn own_of_service(&self, service: &str) -> Option<u16> {
        let wanted = compared(service);
        self.services.iter().find(|(name, _)| *name == wanted).map(|(_, hours)| *hours)
    }
}

/// Returns the part of a service's name that distinguishes it.
fn compared(service: &str) -> String {
    service.trim().chars().take(MAX_COMPARED).collect()
}

/// Returns a response time in Portuguese: `24 horas`.
#[must_use]
pub fn label(hours: u16) -> String {
    format!("{hours} {}", if hours == 1 { "hora" } else { "horas" })
}

/// Parses the form field of the general promise, and returns its stored form.
pub(super) fn general_field(fields: &mut Fields, field: &str, text: &str) -> String {
    match parse_hours(&fields.line(field, text, MAX_SHORT)) {
        Some(hours) => hours.to_string(),
        None => {
            fields.refuse(field, OUT_OF_RANGE);
            String::new()
        }
    }
}

/// Parses the form field with one service per line, such as 'Suporte Técnico: 4', and returns its stored form.
pub(super) fn services_field(fields: &mut Fields, field: &str, text: &str) -> String {
    let mut seen = BTreeSet::new();
    let mut stored = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match parse_line(line) {
            Ok((service, hours)) if seen.insert(service.clone()) => {
                stored.push(format!("{service}: {hours}"))
            }
            Ok((service, _)) => fields.refuse(field, &format!("{service}: Este serviço aparece duas vezes.")),
            Err(problem) => fields.refuse(field, &problem),
        }
    }
    stored.join("\n")
}

/// Parses a line with a service and its hours, separated by the last colon. Fails with an error message.
fn parse_line(line: &str) -> Result<(String, u16), String> {
    let (service, hours) = line.rsplit_once(':').unwrap_or(("", line));
    let service = service.trim();
    if service.is_empty() {
        return Err(format!("{}: escreva o serviço e as horas, como “Suporte Técnico: 4”.", hours.trim()));
    }
    let hours = parse_hours(hours).ok_or_else(|| format!("{service}: {OUT_OF_RANGE}"))?;
    Ok((service.to_owned(), hours))
}

fn parse_hours(text: &str) -> Option<u16> {
    let text = text.trim();
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|hours| is_number && (1..=MAX_HOURS).contains(hours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Result;

    fn stored(general: &str, services: &str) -> Result<(String, String)> {
        let mut fields = Fields::default();
        let general = general_field(&mut fields, "promised_hours", general);
        let services = services_field(&mut fields, "service_hours", services);
        fields.finish((general, services))
    }

    #[test]
    fn hours_are_stored_in_one_notation() {
        let (general, services) = stored(" 048 ", "\n Nuvem : 72\nERP: fiscal:4 ").expect("valid");
        assert_eq!((&*general, &*services), ("48", "Nuvem: 72\nERP: fiscal: 4"));
        let contact =
            ContactInfo { promised_hours: general, service_hours: services, ..ContactInfo::default() };
        let hours = PromisedHours::of(&contact);
        let found = ["Nuvem", "ERP: fiscal", " Nuvem", "nuvem", ""].map(|name| hours.of_service(name));
        assert_eq!(found, [72, 4, 72, 48, 48]);
    }

    #[test]
    fn hours_out_of_range_are_refused() {
        for wrong in ["", "0", "241", "-1", "+24", "24h", "99999999"] {
            stored(wrong, "").expect_err(wrong);
            stored("24", &format!("Nuvem: {wrong}")).expect_err(wrong);
        }
        for wrong in ["Nuvem", ": 4", "4", "Nuvem: 4\nNuvem: 8"] {
            stored("24", wrong).expect_err(wrong);
        }
    }

    #[test]
    fn hours_have_a_wording() {
        assert_eq!([label(1), label(24)], ["1 hora", "24 horas"]);
    }
}
