//! The stored form of a message: the line 'Serviço de interesse: …', a blank line, and the visitor's text.

/// Service of a message whose sender chose no service.
pub const NO_SERVICE: &str = "Não informado";
/// Services that don't describe the subject of a message.
pub const UNSPECIFIC_SERVICES: [&str; 2] = [NO_SERVICE, "Outro"];
const SERVICE_LINE: &str = "Serviço de interesse: ";

/// Returns the stored form of a message. An empty service becomes [`NO_SERVICE`].
#[must_use]
pub fn compose_message(service: &str, text: &str) -> String {
    let service = if service.is_empty() { NO_SERVICE } else { service };
    format!("{SERVICE_LINE}{service}\n\n{text}")
}

/// Returns the service and the visitor's text of a stored message. The service is [`NO_SERVICE`] if the message has none.
#[must_use]
pub fn split_message(message: &str) -> (&str, &str) {
    let Some(rest) = message.strip_prefix(SERVICE_LINE) else { return (NO_SERVICE, message) };
    match rest.split_once("\n\n") {
        Some(parts) => parts,
        // Without text, such as of a call that staff recorded.
        None if !rest.contains('\n') => (rest.trim(), ""),
        None => (NO_SERVICE, message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composed_message_starts_with_the_service() {
        assert_eq!(compose_message("Outro", "Oi"), "Serviço de interesse: Outro\n\nOi");
        assert_eq!(compose_message("", "Oi"), "Serviço de interesse: Não informado\n\nOi");
    }

    #[test]
    fn message_is_split_into_service_and_text() {
        assert_eq!(split_message(&compose_message("Outro", "Oi\n\ntchau")), ("Outro", "Oi\n\ntchau"));
        assert_eq!(split_message("Oi\n\ntchau"), ("Não informado", "Oi\n\ntchau"));
        assert_eq!(split_message(compose_message("Outro", "").trim()), ("Outro", ""));
    }
}
