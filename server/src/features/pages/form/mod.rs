//! What staff edit the documents with. Every field of a document says, where it is declared, what people call it, how it
//! is entered and how much it holds: the panel's forms are made from that, and what is saved is held against it. A field
//! that doesn't say so doesn't compile.

pub mod build;
pub mod check;
pub mod walk;

use serde::Serialize;
use utoipa::ToSchema;

/// A field of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormField {
    /// Its key in the document.
    pub name: &'static str,
    pub label: &'static str,
    /// What helps whoever fills it in.
    #[schema(required)]
    pub hint: Option<&'static str>,
    #[schema(no_recursion)]
    pub control: Control,
}

/// How a value is entered.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Control {
    /// A few words.
    Line {
        max: usize,
        required: bool,
    },
    /// A paragraph.
    Text {
        max: usize,
        required: bool,
    },
    /// Where a link leads.
    Address {
        max: usize,
    },
    /// What follows the `#` in an address.
    Anchor {
        max: usize,
    },
    Number {
        min: u8,
        max: u8,
    },
    /// As `2026-11-20`.
    Day,
    Choice {
        options: Vec<FormChoice>,
    },
    Group {
        fields: Vec<FormField>,
    },
    List {
        min: usize,
        max: usize,
        item: ListItem,
    },
    /// One of several groups; `kind` says which.
    Variant {
        variants: Vec<FormVariant>,
    },
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormChoice {
    pub value: String,
    pub label: &'static str,
}

/// What a list is made of.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListItem {
    /// What one is called, such as 'Pergunta'.
    pub label: &'static str,
    #[schema(no_recursion)]
    pub control: Box<Control>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormVariant {
    /// The value of `kind`.
    pub value: &'static str,
    pub label: &'static str,
    pub fields: Vec<FormField>,
}

/// A type that staff can edit.
pub trait Editable {
    fn control() -> Control;
}

impl<T: Editable> Editable for Box<T> {
    fn control() -> Control {
        T::control()
    }
}

/// The types of a document, each field with what staff need to edit it.
macro_rules! content {
    ($($(#[$about:meta])* pub struct $name:ident {
        $($(#[$note:meta])* pub $field:ident: $type:ty = $form:expr,)*
    })*) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
            #[serde(deny_unknown_fields)]
            pub struct $name {
                $($(#[$note])* pub $field: $type,)*
            }

            impl $crate::features::pages::form::Editable for $name {
                fn control() -> $crate::features::pages::form::Control {
                    let fields = vec![$({
                        let field: $crate::features::pages::form::build::Field<$type> = $form;
                        field.named(stringify!($field))
                    },)*];
                    $crate::features::pages::form::Control::Group { fields }
                }
            }
        )*
    };
}

/// What content may choose from: each value with what staff call it.
macro_rules! choices {
    ($type:ty { $($value:ident = $label:literal,)* }) => {
        impl $crate::features::pages::form::Editable for $type {
            fn control() -> $crate::features::pages::form::Control {
                let options = [$((Self::$value, $label)),*];
                $crate::features::pages::form::build::choice_of(options)
            }
        }
    };
}

pub(crate) use choices;
pub(crate) use content;
