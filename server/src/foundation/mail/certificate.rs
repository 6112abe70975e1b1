//! Why the certificate of a mail server isn't accepted.

use std::{error::Error, io, iter};

use rustls::{CertificateError, Error as TlsError};

/// Why a certificate isn't accepted, and what to do, in Portuguese.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateProblem {
    #[error("O certificado do servidor venceu. Avise o provedor de e-mail, que precisa renová-lo.")]
    Expired,
    #[error(
        "O certificado do servidor ainda não vale. Confira a data e a hora da máquina em que o site roda."
    )]
    NotYetValid,
    #[error(
        "O certificado do servidor não é de uma autoridade conhecida. Confira o nome do servidor. Se ele é da própria empresa, quem \
         cuida do site precisa indicar a autoridade em SSL_CERT_FILE."
    )]
    UnknownAuthority,
    #[error("O certificado do servidor é de outro nome. Use o nome de servidor que o provedor indica.")]
    OtherName,
    #[error("O certificado do servidor não é válido. Avise o provedor de e-mail.")]
    Invalid,
}

/// Finds a refused certificate among the causes of an error. `None` if the error has another cause.
#[must_use]
pub fn problem_of(error: &(dyn Error + 'static)) -> Option<CertificateProblem> {
    let mut causes = iter::successors(Some(error), |cause| (*cause).source());
    let refused = causes.find_map(|cause| match tls_error(cause)? {
        TlsError::InvalidCertificate(refused) => Some(refused),
        _ => None,
    })?;
    Some(match refused {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => CertificateProblem::Expired,
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            CertificateProblem::NotYetValid
        }
        // The other errors are mainly of certificates that signed themselves.
        CertificateError::UnknownIssuer | CertificateError::Other(_) => CertificateProblem::UnknownAuthority,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            CertificateProblem::OtherName
        }
        _ => CertificateProblem::Invalid,
    })
}

/// Returns the error of TLS that an error is or wraps.
fn tls_error<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a TlsError> {
    if let Some(wrapped) = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        return wrapped.downcast_ref();
    }
    cause.downcast_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_certificate_is_described_without_terms_of_tls() {
        for (refused, expected) in [
            (CertificateError::Expired, "venceu"),
            (CertificateError::NotValidYet, "data e a hora"),
            (CertificateError::UnknownIssuer, "SSL_CERT_FILE"),
            (CertificateError::NotValidForName, "outro nome"),
            (CertificateError::Revoked, "não é válido"),
        ] {
            let error = io::Error::new(io::ErrorKind::InvalidData, TlsError::InvalidCertificate(refused));
            let text = problem_of(&error).expect("a certificate").to_string();
            assert!(text.contains(expected) && !text.contains("invalid"), "{text}");
        }
        let other = io::Error::new(io::ErrorKind::InvalidData, TlsError::DecryptError);
        assert_eq!(problem_of(&other), None);
        assert_eq!(problem_of(&io::Error::from(io::ErrorKind::ConnectionRefused)), None);
    }
}
