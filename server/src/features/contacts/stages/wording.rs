//! Changes of the stage, the value and the outcome in Portuguese, for the timeline.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::model::{ContactStage, LostReason};
use crate::platform::text::with_separators;

type Fields = Option<Map<String, Value>>;

/// Describes a change of the deal from an audit event, without the subject of the sentence: 'mudou a etapa de Novo para Proposta',
/// 'marcou como ganho: R$ 12.000,00'. `None` if it didn't change.
#[must_use]
pub fn describe(before: &Fields, after: &Fields) -> Option<String> {
    let stage: Option<ContactStage> = read(after, "stage");
    let value: Option<Option<i64>> = read(after, "value_cents");
    let reason: Option<LostReason> = read::<Option<LostReason>>(after, "lost_reason").flatten();
    let Some(stage) = stage else {
        return match (value, reason) {
            (Some(Some(cents)), _) => Some(format!("definiu o valor em {}", reais(cents))),
            (Some(None), _) => Some("retirou o valor".to_owned()),
            (None, Some(reason)) => Some(format!("mudou o motivo da perda para {}", reason.label())),
            (None, None) => None,
        };
    };
    let amount = value.flatten().map(|cents| format!(": {}", reais(cents))).unwrap_or_default();
    Some(match stage {
        ContactStage::Won => format!("marcou como ganho{amount}"),
        ContactStage::Lost => {
            let reason = reason.map(|reason| format!(": {}", reason.label())).unwrap_or_default();
            format!("marcou como perdido{reason}")
        }
        open => {
            let from = read::<ContactStage>(before, "stage").map_or("outra", ContactStage::label);
            format!("mudou a etapa de {from} para {}{amount}", open.label())
        }
    })
}

fn read<T: DeserializeOwned>(fields: &Fields, name: &str) -> Option<T> {
    serde_json::from_value(fields.as_ref()?.get(name)?.clone()).ok()
}

/// Returns an amount of cents as 'R$ 12.000,00'.
#[must_use]
pub fn reais(cents: i64) -> String {
    let reais = usize::try_from(cents / 100).unwrap_or_default();
    format!("R$\u{a0}{},{:02}", with_separators(reais), cents.rem_euclid(100))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_of_the_deal_are_described_in_portuguese() {
        let describe = |before: Value, after: Value| {
            super::describe(&before.as_object().cloned(), &after.as_object().cloned())
        };
        for (before, after, expected) in [
            (
                json!({"stage": "new"}),
                json!({"stage": "proposal"}),
                Some("mudou a etapa de Novo para Proposta"),
            ),
            (
                json!({"stage": "talking", "value_cents": null}),
                json!({"stage": "won", "value_cents": 1_200_000}),
                Some("marcou como ganho: R$\u{a0}12.000,00"),
            ),
            (json!({"stage": "proposal"}), json!({"stage": "won"}), Some("marcou como ganho")),
            (
                json!({"stage": "new", "lost_reason": null}),
                json!({"stage": "lost", "lost_reason": "no_answer"}),
                Some("marcou como perdido: Sem retorno"),
            ),
            (
                json!({"value_cents": null}),
                json!({"value_cents": 5}),
                Some("definiu o valor em R$\u{a0}0,05"),
            ),
            (json!({"value_cents": 5}), json!({"value_cents": null}), Some("retirou o valor")),
            (json!({"status": "new"}), json!({"status": "read"}), None),
        ] {
            assert_eq!(describe(before, after.clone()).as_deref(), expected, "{after}");
        }
    }
}
