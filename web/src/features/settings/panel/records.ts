/** The company's records and what staff call their fields. */
import { SETTINGS_LABELS } from "@/api/labels";
import type { Analytics, Company, ContactInfo, Seo, Social } from "@/api/types";

export interface Records {
  company: Company;
  contact: ContactInfo;
  social: Social;
  seo: Seo;
  analytics: Analytics;
}

export type RecordName = keyof Records;
/** Any record, seen as what it is: texts by name. */
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

export function fieldLabel(name: string): string {
  return name in FIELD_LABELS ? FIELD_LABELS[name as FieldName] : name;
}
