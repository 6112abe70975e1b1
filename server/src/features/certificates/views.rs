//! Props of the page that verifies certificates.

use serde::Serialize;
use utoipa::ToSchema;

use crate::features::pages::content::certificate::CertificateContent;

/// Props of the page: its texts, and the result if a certificate was posted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CertificateView {
    pub content: CertificateContent,
    /// The key that verifies the certificates of this site, in base64url.
    pub public_key: String,
    #[schema(required)]
    pub result: Option<CertificateResult>,
}

/// The result of checking a certificate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CertificateResult {
    /// Whether this site signed the certificate and nothing was changed.
    pub is_valid: bool,
    pub title: String,
    pub text: String,
    /// Whether the email belongs to the certificate, as a sentence; null if none was entered.
    #[schema(required)]
    pub email: Option<String>,
    /// What the certificate states. Empty if its signature doesn't match.
    pub facts: Vec<CertificateFact>,
}

/// A line of a certificate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CertificateFact {
    pub label: String,
    /// One or more values.
    pub values: Vec<String>,
}
