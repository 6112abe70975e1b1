//! Props of the page that verifies certificates.

use serde::Serialize;
use utoipa::ToSchema;

use crate::features::pages::content::certificate::CertificateContent;

/// Props of the page: its texts, and the result if a certificate was posted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CertificateView {
    pub content: CertificateContent,
    /// The public key that verifies the certificates of this site, in base64url.
    pub public_key: String,
    /// Result of the check; null if no certificate was posted.
    #[schema(required)]
    pub result: Option<CertificateResult>,
    /// What the visitor posted, which stays in the form.
    pub posted: PostedCertificate,
}

/// A certificate that a visitor has posted.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct PostedCertificate {
    /// The text of the certificate, entered or from its file.
    pub text: String,
    /// The email address to compare with the certificate. May be empty.
    pub email: String,
}

/// The result of checking a certificate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CertificateResult {
    /// Whether the certificate is signed with the present key of this site and unchanged.
    pub is_valid: bool,
    pub title: String,
    pub text: String,
    /// Sentence that says whether the entered email address belongs to the certificate, or that the certificate names no
    /// address. Null if the certificate names an address and none was entered, or if the text is not a certificate with a
    /// matching signature.
    #[schema(required)]
    pub email: Option<String>,
    /// The content of the certificate. Empty if the text is not a certificate with a matching signature.
    pub facts: Vec<CertificateFact>,
}

/// A line of a certificate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CertificateFact {
    pub label: String,
    /// One or more values.
    pub values: Vec<String>,
}
