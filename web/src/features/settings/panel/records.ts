/** The company's records and what staff call their fields. */
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

export function fieldLabel(name: string): string {
  return name in FIELD_LABELS ? FIELD_LABELS[name as FieldName] : name;
}
