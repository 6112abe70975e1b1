/** The records of the settings with their fields and labels. */
import type { Analytics, Company, ContactInfo, Seo, Social } from "@/api/types";
import { fieldChanges, type FieldSet } from "@/panel/edit/record-fields";

export interface Records {
  company: Company;
  contact: ContactInfo;
  social: Social;
  seo: Seo;
  analytics: Analytics;
}

export type RecordName = keyof Records;
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
  cnpj: "CNPJ",
  data_officer: "Encarregado de dados (DPO)",
  tagline: "Slogan",
  description: "Descrição",
  founded: "Ano de Fundação",
  employees: "Número de Funcionários",
  location: "Localização",
  mission: "Missão",
  vision: "Visão",
  values: "Valores",
  logo: "Logo",
  logo_dark: "Logo para o tema escuro",
  accent_color: "Cor de destaque",
  copyright: "Texto de copyright",
  phone: "Telefone",
  whatsapp: "WhatsApp",
  email: "E-mail",
  address: "Endereço",
  business_hours: "Horário de Atendimento",
  about_text: "Texto sobre a empresa",
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  twitter: "Twitter/X",
  page_title: "Título da Página (aba do navegador)",
  site_title: "Título do Site",
  site_description: "Descrição do Site",
  keywords: "Palavras-chave",
  og_image: "Imagem de Compartilhamento",
  favicon: "Favicon",
  google_analytics: "Google Analytics",
  search_console: "Google Search Console",
  facebook_pixel: "Facebook Pixel",
  hotjar: "Hotjar",
} as const satisfies Readonly<Record<string, string>>;

export type FieldName = keyof typeof FIELD_LABELS;

export const FIELDS: FieldSet<Texts> = { labels: FIELD_LABELS, textOf: (texts, name) => texts[name] ?? "" };

/** Returns the differences between two versions of a record as readable text, in the order of the forms. */
export const changesBetween = (before: Texts, after: Texts) => fieldChanges(FIELDS, before, after);
