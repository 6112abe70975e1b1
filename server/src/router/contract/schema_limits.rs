//! Writes the limits of [`super::field_limits`] and of parameters into the schemas of the contract.

use serde_json::{Value, json};
use utoipa::{
    Number,
    openapi::{
        Content, OpenApi, Ref, RefOr, Schema,
        extensions::ExtensionsBuilder,
        path::{Parameter, ParameterIn},
        schema::{AdditionalProperties, AnyOf, ArrayItems},
    },
};

use super::{
    field_limits::{
        BODIES,
        Limit::{self, Chars, ItemMax, Items, Max, Range},
        SETTINGS, UPLOADS,
    },
    operations,
};
use crate::{
    features::contacts::results,
    foundation::{attachments::Policy, settings::parse::MAX_SHORT},
    operations::dashboard::model::PERIODS,
    platform::{
        http::{MAX_HEADER, MAX_IDEMPOTENCY_KEY, MAX_QUERY_VALUE},
        paging::MAX_LIMIT,
    },
};

/// Adds the limits to the request bodies, uploads and parameters, and the schemas of settings changes.
///
/// # Panics
/// If the contract doesn't have an expected schema or field, or a field has another type than its limit.
pub fn add(contract: &mut OpenApi) {
    add_settings_changes(contract);
    let schemas = &mut contract.components.get_or_insert_default().schemas;
    for (name, fields) in BODIES {
        let schema = schemas.get_mut(*name).unwrap_or_else(|| panic!("the contract has no {name}"));
        for (field, limit) in *fields {
            let field = property(schema, field).unwrap_or_else(|| panic!("{name} has no {field}"));
            limit.write(field);
        }
    }
    for (name, policy, files, total_bytes) in UPLOADS {
        let schema = schemas.get_mut(name).unwrap_or_else(|| panic!("the contract has no {name}"));
        write_upload(schema, policy, files, total_bytes);
    }
    for item in contract.paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            operation.parameters.iter_mut().flatten().for_each(limit_parameter);
        }
    }
}

/// Writes the limits of an upload into the schema of its form, as the extension `x-upload`, because OpenAPI has no names for them.
fn write_upload(schema: &mut RefOr<Schema>, policy: &Policy, files: usize, total_bytes: u64) {
    let RefOr::T(Schema::Object(form)) = schema else { panic!("the form of an upload is no object") };
    let extensions: Vec<_> = policy.kinds.iter().flat_map(|kind| kind.extensions()).collect();
    let limits = json!({
        "files": files,
        "file_bytes": policy.max_bytes,
        "total_bytes": total_bytes,
        "extensions": extensions,
    });
    form.extensions = Some(ExtensionsBuilder::new().add("x-upload", limits).build());
}

/// Adds the schema of a change for each record of settings, an object with any of the record's fields, and refers to these schemas
/// where a request has such a change.
fn add_settings_changes(contract: &mut OpenApi) {
    let schemas = &mut contract.components.get_or_insert_default().schemas;
    let mut any_record = AnyOf::new();
    for (record, name, limits) in SETTINGS {
        let Some(RefOr::T(Schema::Object(record))) = schemas.get(record) else {
            panic!("the contract has no {record}")
        };
        let mut change = record.clone();
        change.required.clear();
        change.description = Some("Omitted fields keep their value.".to_owned());
        change.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        assert!(change.properties.len() == limits.len(), "{name}: a field has no limit");
        for (field, max) in limits {
            let field = change.properties.get_mut(*field).unwrap_or_else(|| panic!("{name} has no {field}"));
            Max(*max).write(field);
        }
        schemas.insert(name.to_owned(), Schema::Object(change).into());
        any_record.items.push(Ref::from_schema_name(name).into());
    }
    schemas.insert("SettingsChange".to_owned(), Schema::AnyOf(any_record).into());
    refer_in_setup(schemas.get_mut("FirstSetup").expect("the contract has FirstSetup"));
    refer_in_update(contract);
}

/// Replaces the schemas of the settings in the body of the first setup.
fn refer_in_setup(setup: &mut RefOr<Schema>) {
    for (field, name) in [("company", "CompanyChange"), ("contact", "ContactInfoChange")] {
        let field = property(setup, field).expect("FirstSetup has the company and the contact");
        let mut change = Ref::from_schema_name(name);
        if let RefOr::T(Schema::Object(settings)) = field {
            change.description = settings.description.take().unwrap_or_default();
        }
        *field = change.into();
    }
}

/// Replaces the schema of the body that updates a record of settings.
fn refer_in_update(contract: &mut OpenApi) {
    let update = contract.paths.paths.get_mut("/api/settings/{name}").and_then(|item| item.put.as_mut());
    let body = update.and_then(|update| update.request_body.as_mut());
    let Some(RefOr::T(body)) = body else { panic!("PUT /api/settings/{{name}} has no body") };
    let content = Content::new(Some(Ref::from_schema_name("SettingsChange")));
    body.content.insert("application/json".to_owned(), RefOr::T(content));
}

/// Adds the limit of a parameter, if it has one.
fn limit_parameter(parameter: &mut RefOr<Parameter>) {
    let RefOr::T(parameter) = parameter else { return };
    let Some(schema) = &mut parameter.schema else { return };
    match (&parameter.parameter_in, &*parameter.name) {
        (ParameterIn::Query, "limit") => Range(1, MAX_LIMIT).write(schema),
        (ParameterIn::Query, "days") => {
            if let RefOr::T(Schema::Object(days)) = schema {
                days.enum_values = Some(PERIODS.map(Value::from).to_vec());
            }
        }
        (ParameterIn::Query, "period") => {
            if let RefOr::T(Schema::Object(period)) = schema {
                period.enum_values = Some(results::PERIODS.map(Value::from).to_vec());
            }
        }
        (ParameterIn::Path, "hash") => Chars(64, 64).write(schema),
        (ParameterIn::Query, "color") => Max(MAX_SHORT).write(schema),
        (ParameterIn::Query, _) if is_free_text(schema) => Max(MAX_QUERY_VALUE).write(schema),
        (ParameterIn::Header, "Idempotency-Key") => Chars(1, MAX_IDEMPOTENCY_KEY).write(schema),
        (ParameterIn::Header, _) if is_free_text(schema) => Max(MAX_HEADER).write(schema),
        _ => {}
    }
}

/// Returns whether the schema is a string without a format or a list of values.
fn is_free_text(schema: &RefOr<Schema>) -> bool {
    let RefOr::T(Schema::Object(object)) = schema else { return false };
    let is_text =
        serde_json::to_value(&object.schema_type).is_ok_and(|kind| kind.to_string().contains("string"));
    is_text && object.format.is_none() && object.enum_values.is_none()
}

/// Returns the schema of a field of an object.
fn property<'a>(schema: &'a mut RefOr<Schema>, name: &str) -> Option<&'a mut RefOr<Schema>> {
    match schema {
        RefOr::T(Schema::Object(object)) => object.properties.get_mut(name),
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().find_map(|part| property(part, name)),
        _ => None,
    }
}

impl Limit {
    /// Writes the limit into the schema of a field.
    ///
    /// # Panics
    /// If the field has another type than the limit.
    fn write(self, schema: &mut RefOr<Schema>) {
        match (self, schema) {
            (Max(max), RefOr::T(Schema::Object(text))) => text.max_length = Some(max),
            (Chars(min, max), RefOr::T(Schema::Object(text))) => {
                (text.min_length, text.max_length) = (Some(min), Some(max));
            }
            (Range(min, max), RefOr::T(Schema::Object(number))) => {
                (number.minimum, number.maximum) =
                    (Some(Number::UInt(size(min))), Some(Number::UInt(size(max))));
            }
            (Items(min, max), RefOr::T(Schema::Array(list))) => {
                list.min_items = Some(size(min)).filter(|min| *min > 0);
                list.max_items = Some(size(max));
            }
            (ItemMax(max), RefOr::T(Schema::Array(list))) => {
                if let ArrayItems::RefOrSchema(item) = &mut list.items {
                    Max(max).write(item);
                }
            }
            _ => panic!("a limit doesn't fit its field"),
        }
    }
}

/// Converts a limit to the type of the schema.
fn size(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
