//! Forms of editable content. Each field is declared with a label, a control and limits. The panel builds its forms from these
//! declarations, and the server uses them to validate content. A field without a declaration doesn't compile.

pub mod build;
pub mod check;
pub mod walk;

use serde::Serialize;
use utoipa::ToSchema;

/// A field of a page's content.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormField {
    /// Key of the field in the content.
    pub name: &'static str,
    pub label: &'static str,
    /// Help text; null for none.
    #[schema(required)]
    pub hint: Option<&'static str>,
    #[schema(no_recursion)]
    pub control: Control,
}

/// Control that edits a value, and the limits of the value.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Control {
    /// One line of text, up to `max` characters.
    Line {
        max: usize,
        required: bool,
    },
    /// A paragraph of text, up to `max` characters.
    Text {
        max: usize,
        required: bool,
    },
    /// Target of a link: a path on this site, a fragment or a URL, up to `max` characters.
    Address {
        max: usize,
    },
    /// Fragment of a URL without the `#`, up to `max` characters.
    Anchor {
        max: usize,
    },
    Number {
        min: u8,
        max: u8,
    },
    /// Date such as `2026-11-20`.
    Day,
    /// One of the options, identified by its value.
    Choice {
        options: Vec<FormChoice>,
    },
    /// An object with exactly these fields.
    Group {
        fields: Vec<FormField>,
    },
    /// `min` to `max` items.
    List {
        min: usize,
        max: usize,
        item: ListItem,
    },
    /// One of several groups, selected by `kind`.
    Variant {
        variants: Vec<FormVariant>,
    },
}

/// An option of a choice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormChoice {
    pub value: String,
    pub label: &'static str,
}

/// Form of each item of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListItem {
    /// Label of one item, such as 'Pergunta'.
    pub label: &'static str,
    #[schema(no_recursion)]
    pub control: Box<Control>,
}

/// One of the groups of fields of a `variant` control.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormVariant {
    /// Value of `kind`.
    pub value: &'static str,
    pub label: &'static str,
    pub fields: Vec<FormField>,
}

/// A type whose values staff can edit.
pub trait Editable {
    /// Returns the control for values of this type.
    fn control() -> Control;
}

impl<T: Editable> Editable for Box<T> {
    fn control() -> Control {
        T::control()
    }
}

/// Declares content types. Each field has a type, and a declaration with its label, control and limits.
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

/// Makes an enum editable as a choice. Each value gets a label.
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
