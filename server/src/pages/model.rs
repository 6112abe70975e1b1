//! Which documents there are, and the type each has.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::ToSchema;

use super::documents::{
    about::AboutContent,
    account::AccountContent,
    auth::AuthContent,
    blog::{ArticleContent, BlogContent},
    contact::{ContactContent, ContactThanksContent},
    home::HomeContent,
    layout::LayoutContent,
    legal::{PrivacyContent, TermsContent},
    newsletter::{NewsletterContent, NewsletterLinkContent},
    not_found::NotFoundContent,
    recovery::RecoveryContent,
    services::{ServicePagesContent, ServicesContent},
};
use crate::kit::{
    error::{Error, Result},
    parse::Fields,
    text::is_safe_url,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
    Terms,
    NotFound,
}

impl PageName {
    /// What staff call the page.
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
            Self::NewsletterLink => "Confirmar e cancelar newsletter",
            Self::Contact => "Contato",
            Self::ContactThanks => "Contato enviado",
            Self::Auth => "Entrar e criar conta",
            Self::Recovery => "Recuperação de acesso",
            Self::Account => "Minha Conta",
            Self::Privacy => "Política de Privacidade",
            Self::Terms => "Termos de Uso",
            Self::NotFound => "Página não encontrada",
        }
    }
}

/// A document of a page: its name, and the texts it has until somebody changes them.
pub trait PageDocument: DeserializeOwned + Serialize {
    const NAME: PageName;
}

macro_rules! documents {
    ($($name:ident: $content:ty = $file:literal,)*) => {
        $(impl PageDocument for $content {
            const NAME: PageName = PageName::$name;
        })*

        impl PageName {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The key in the database.
            #[must_use]
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $file,)* }
            }

            /// The document as it comes with the program.
            #[must_use]
            pub fn default_json(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("../../content/pages/", $file, ".json")),)* }
            }

            /// The document with exactly the fields its type has.
            pub fn parse(self, document: Value) -> Result<Value> {
                match self { $(Self::$name => normalized::<$content>(document),)* }
            }
        }
    };
}

documents! {
    Layout: LayoutContent = "layout",
    Home: HomeContent = "home",
    About: AboutContent = "about",
    Services: ServicesContent = "services",
    ServicePages: ServicePagesContent = "service_pages",
    Blog: BlogContent = "blog",
    Article: ArticleContent = "article",
    Newsletter: NewsletterContent = "newsletter",
    NewsletterLink: NewsletterLinkContent = "newsletter_link",
    Contact: ContactContent = "contact",
    ContactThanks: ContactThanksContent = "contact_thanks",
    Auth: AuthContent = "auth",
    Recovery: RecoveryContent = "recovery",
    Account: AccountContent = "account",
    Privacy: PrivacyContent = "privacy",
    Terms: TermsContent = "terms",
    NotFound: NotFoundContent = "not_found",
}

fn normalized<T: DeserializeOwned + Serialize>(document: Value) -> Result<Value> {
    let document: T = serde_json::from_value(document).map_err(|cause| {
        tracing::debug!(%cause, "page document refused");
        Error::field("document", "O conteúdo não tem os campos desta página.")
    })?;
    let document = serde_json::to_value(document).map_err(anyhow::Error::new)?;
    let mut fields = Fields::default();
    check_links(&mut fields, "", &document);
    fields.finish(document)
}

/// Links lead where they may: to pages and places of this site, over https, or to the telephone and the mail program.
fn check_links(fields: &mut Fields, path: &str, value: &Value) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(url) if key == "url" && !is_link(url) => {
                        fields.refuse(
                            &below(key),
                            "Use um endereço deste site, como /contato, ou um que comece com https://.",
                        );
                    }
                    value => check_links(fields, &below(key), value),
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                check_links(fields, &below(&index.to_string()), item);
            }
        }
        _ => {}
    }
}

fn is_link(url: &str) -> bool {
    let plain = !url.chars().any(|c| c.is_control() || c.is_whitespace());
    is_safe_url(url) || (plain && ["#", "tel:", "mailto:"].iter().any(|start| url.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_run_or_deceive_are_refused() {
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
    fn every_default_document_has_its_type() {
        for name in PageName::ALL {
            let document: Value = serde_json::from_str(name.default_json()).expect("JSON");
            name.parse(document).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        }
    }
}
