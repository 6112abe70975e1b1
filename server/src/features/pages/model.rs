//! The pages with editable content, and the content type of each page.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    content::{
        about::AboutContent,
        account::AccountContent,
        auth::AuthContent,
        blog::{ArticleContent, BlogContent},
        certificate::CertificateContent,
        consent::ConsentContent,
        contact::{ContactContent, ContactThanksContent},
        home::HomeContent,
        layout::LayoutContent,
        legal::{PrivacyContent, TermsContent},
        newsletter::{NewsletterContent, NewsletterLinkContent},
        not_found::NotFoundContent,
        privacy_request::PrivacyRequestContent,
        recovery::RecoveryContent,
        services::{ServicePagesContent, ServicesContent},
    },
    form::{
        Control, Editable,
        check::{check, replace_refused_links},
    },
};
use crate::platform::{
    error::{Error, Result},
    parse::Fields,
};

/// Name of a public page, or of content that several pages show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageName {
    Layout,
    Home,
    About,
    Services,
    ServicePages,
    Blog,
    Article,
    Newsletter,
    NewsletterLink,
    Contact,
    ContactThanks,
    Auth,
    Recovery,
    Account,
    Privacy,
    PrivacyRequest,
    Terms,
    Consent,
    Certificate,
    NotFound,
}

impl PageName {
    /// Returns the page's label.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Layout => "Cabeçalho e rodapé",
            Self::Home => "Início",
            Self::About => "Sobre",
            Self::Services => "Serviços",
            Self::ServicePages => "Páginas de serviços",
            Self::Blog => "Blog",
            Self::Article => "Artigo",
            Self::Newsletter => "Newsletter",
            Self::NewsletterLink => "Links e edições da newsletter",
            Self::Contact => "Contato",
            Self::ContactThanks => "Contato enviado",
            Self::Auth => "Entrar e criar conta",
            Self::Recovery => "Recuperação de acesso",
            Self::Account => "Minha Conta",
            Self::Privacy => "Política de Privacidade",
            Self::PrivacyRequest => "Pedido de privacidade",
            Self::Terms => "Termos de Uso",
            Self::Consent => "Aviso de cookies",
            Self::Certificate => "Conferir certificado",
            Self::NotFound => "Página não encontrada",
        }
    }

    /// Parses content. Refuses missing and unknown fields, and values that the form doesn't accept.
    pub fn parse(self, document: Value) -> Result<Value> {
        let mut document = self.require_fields(document)?;
        let mut fields = Fields::default();
        check(&self.form(), &mut document, &mut fields);
        fields.finish(document)
    }

    /// Parses unsaved content for a preview. Refuses missing and unknown fields. Replaces links that aren't allowed with `#`;
    /// other invalid values remain.
    pub fn parse_unsaved(self, document: Value) -> Result<Value> {
        let mut document = self.require_fields(document)?;
        replace_refused_links(&self.form(), &mut document);
        Ok(document)
    }

    /// Returns the default content.
    pub fn default_document(self) -> Result<Value> {
        Ok(serde_json::from_str(self.default_json()).map_err(anyhow::Error::new)?)
    }
}

/// A type for the editable content of a page.
pub trait PageContent: DeserializeOwned + Serialize {
    const NAME: PageName;

    /// Uses the texts for a site without a mail server. The default implementation changes nothing.
    fn use_texts_without_mail(&mut self) {}
}

/// Assigns to each page its content type, and its key in the database, which is also the name of its default file. A function
/// after `without_mail` selects the texts for a site without a mail server.
macro_rules! contents {
    ($($name:ident: $content:ty = $file:literal $(without_mail $without_mail:path)?,)*) => {
        $(impl PageContent for $content {
            const NAME: PageName = PageName::$name;

            $(fn use_texts_without_mail(&mut self) {
                $without_mail(self);
            })?
        })*

        impl PageName {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the key in the database.
            #[must_use]
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $file,)* }
            }

            /// Returns the default content as JSON.
            #[must_use]
            pub fn default_json(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("../../../content/pages/", $file, ".json")),)* }
            }

            /// Returns the form of the content.
            #[must_use]
            pub fn form(self) -> Control {
                match self { $(Self::$name => <$content>::control(),)* }
            }

            /// Refuses a document that doesn't have exactly the fields of the content type.
            fn require_fields(self, document: Value) -> Result<Value> {
                match self { $(Self::$name => require_fields_of::<$content>(document),)* }
            }
        }
    };
}

contents! {
    Layout: LayoutContent = "layout",
    Home: HomeContent = "home",
    About: AboutContent = "about",
    Services: ServicesContent = "services",
    ServicePages: ServicePagesContent = "service_pages",
    Blog: BlogContent = "blog",
    Article: ArticleContent = "article",
    Newsletter: NewsletterContent = "newsletter" without_mail NewsletterContent::use_texts_without_mail,
    NewsletterLink: NewsletterLinkContent = "newsletter_link",
    Contact: ContactContent = "contact",
    ContactThanks: ContactThanksContent = "contact_thanks",
    Auth: AuthContent = "auth",
    Recovery: RecoveryContent = "recovery" without_mail RecoveryContent::use_texts_without_mail,
    Account: AccountContent = "account" without_mail AccountContent::use_texts_without_mail,
    Privacy: PrivacyContent = "privacy",
    PrivacyRequest: PrivacyRequestContent = "privacy_request" without_mail PrivacyRequestContent::use_texts_without_mail,
    Terms: TermsContent = "terms",
    Consent: ConsentContent = "consent",
    Certificate: CertificateContent = "certificate",
    NotFound: NotFoundContent = "not_found",
}

fn require_fields_of<T: DeserializeOwned + Serialize>(document: Value) -> Result<Value> {
    let document: T = serde_json::from_value(document).map_err(|cause| {
        tracing::debug!(%cause, "page content with other fields refused");
        Error::field("document", "O conteúdo não tem os campos desta página.")
    })?;
    Ok(serde_json::to_value(document).map_err(anyhow::Error::new)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pages::form::FormField;

    #[test]
    fn unsafe_links_are_refused() {
        let document = |url: &str| {
            let mut document: Value = serde_json::from_str(PageName::NotFound.default_json()).expect("JSON");
            document["back"]["url"] = url.into();
            PageName::NotFound.parse(document)
        };
        for good in ["/", "/contato#form", "#inicio", "https://exemplo.com.br", "tel:+551133334444"] {
            document(good).unwrap_or_else(|error| panic!("{good}: {error}"));
        }
        for bad in ["", "javascript:alert(1)", "//outro.example", "http://outro.example", "/\\outro", "#a\tb"]
        {
            let error = document(bad).expect_err(bad);
            assert!(
                matches!(&error, Error::Invalid(fields) if fields.contains_key("back.url")),
                "{bad}: {error:?}"
            );
        }
    }

    #[test]
    fn invalid_values_are_refused_with_their_paths() {
        let mut document: Value = serde_json::from_str(PageName::Home.default_json()).expect("JSON");
        document["hero"]["title"] = "a".repeat(101).into();
        document["hero"]["facts"] = vec!["a"; 6].into();
        document["features"]["items"][1]["title"] = " \u{a0}".into();
        document["testimonials"]["items"][0]["rating"] = 6.into();
        let Err(Error::Invalid(fields)) = PageName::Home.parse(document) else {
            panic!("refused with four errors")
        };
        let expected = ["features.items.1.title", "hero.facts", "hero.title", "testimonials.items.0.rating"];
        assert_eq!(fields.keys().collect::<Vec<_>>(), expected);
        assert_eq!(fields["hero.title"], "Use no máximo 100 caracteres.");
    }

    #[test]
    fn invalid_anchors_and_categories_are_refused() {
        let mut document: Value = serde_json::from_str(PageName::Terms.default_json()).expect("JSON");
        document["sections"][0]["id"] = "Seção 1".into();
        let Err(Error::Invalid(fields)) = PageName::Terms.parse(document) else { panic!("an error") };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["sections.0.id"]);
        let mut document: Value = serde_json::from_str(PageName::ServicePages.default_json()).expect("JSON");
        document["cloud"]["reading"][0] = "nada".into();
        let Err(Error::Invalid(fields)) = PageName::ServicePages.parse(document) else { panic!("an error") };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["cloud.reading.0"]);
    }

    #[test]
    fn line_breaks_become_spaces() {
        let mut document: Value = serde_json::from_str(PageName::NotFound.default_json()).expect("JSON");
        document["message"] = "um\r\ndois\ttrês\u{0}".into();
        let parsed = PageName::NotFound.parse(document).expect("nothing wrong");
        assert_eq!(parsed["message"], "um dois três");
    }

    /// The compiler checks that each field has a label. This test checks that labels have text and that limits of lists are
    /// valid.
    #[test]
    fn labels_have_text_and_list_limits_are_valid() {
        fn check_control(control: &Control, path: &str) {
            let fields: Vec<&FormField> = match control {
                Control::Group { fields } => fields.iter().collect(),
                Control::Variant { variants } => {
                    variants.iter().flat_map(|variant| &variant.fields).collect()
                }
                Control::List { item, min, max } => {
                    assert!(!item.label.trim().is_empty() && min <= max, "{path}");
                    return check_control(&item.control, path);
                }
                _ => return,
            };
            for field in fields {
                let path = format!("{path}.{}", field.name);
                assert!(field.label.chars().any(char::is_alphabetic), "{path} has a label");
                check_control(&field.control, &path);
            }
        }
        for name in PageName::ALL {
            check_control(&name.form(), name.key());
        }
    }

    #[test]
    fn default_content_of_every_page_is_valid() {
        for name in PageName::ALL {
            let document: Value = serde_json::from_str(name.default_json()).expect("JSON");
            name.parse(document).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        }
    }
}
