/** The records of the settings with their fields and labels. */
import { SETTINGS_LABELS } from "@/api/labels";
import type { Analytics, Company, ContactInfo, Seo, Social } from "@/api/types";
import { fieldChanges, type FieldSet } from "@/panel/edit/record-fields";

interface RecordTypes {
  company: Company;
  contact: ContactInfo;
  social: Social;
  seo: Seo;
  analytics: Analytics;
}

export type RecordName = keyof RecordTypes;
/** Values of a record by field name. */
export type Texts = Readonly<Record<string, string>>;

export const RECORD_LABELS: Readonly<Record<RecordName, string>> = {
  company: "Empresa",
  contact: "Contato",
  social: "Redes Sociais",
  seo: "SEO",
  analytics: "Analytics",
};

export const FIELD_LABELS = {
  name: "Nome da Empresa",
  full_name: "Razão social",
  ...SETTINGS_LABELS,
} as const;

export type FieldName = keyof typeof FIELD_LABELS;

export const FIELDS: FieldSet<Texts> = { labels: FIELD_LABELS, textOf };

/** Fields that are turned on and off. */
const SWITCHES = ["own_measurement", "met_promises"];

/** Returns the text of a field to show, in Portuguese. */
function textOf(texts: Texts, name: string): string {
  const text = texts[name] ?? "";
  if (!SWITCHES.includes(name)) return text;
  return text === "on" ? "Ligada" : "Desligada";
}

/** Returns the differences between two versions of a record as readable text, in the order of the forms. */
export const changesBetween = (before: Texts, after: Texts) => fieldChanges(FIELDS, before, after);
