/** Values of the setup wizard: their validation, the request body, and the draft that survives a reload. */
import { z } from "zod";

import {
  COMPANY_CHANGE_FULL_NAME,
  COMPANY_CHANGE_LOCATION,
  COMPANY_CHANGE_NAME,
  CONTACT_INFO_CHANGE_ADDRESS,
  CONTACT_INFO_CHANGE_BUSINESS_HOURS,
  CONTACT_INFO_CHANGE_PHONE,
} from "@/api/limits";
import { passwordMin, passwordSchema } from "@/features/accounts/panel/password-rules";
import { emailSchema } from "@/features/accounts/panel/person-fields";
import { mainNumber } from "@/lib/phone";
import { tab } from "@/lib/storage";
import { textUpTo } from "@/panel/form/text-schema";

const line = (max: number) => textUpTo(max).trim();
const isPhone = (text: string) => /^(\D*\d){8,15}\D*$/.test(text);
const phone = line(CONTACT_INFO_CHANGE_PHONE).refine(
  (text) => text === "" || mainNumber(text, isPhone) !== null,
  "Informe um telefone válido, com DDD.",
);

export const setupSchema = z.object({
  company: z.object({
    name: line(COMPANY_CHANGE_NAME),
    full_name: line(COMPANY_CHANGE_FULL_NAME),
    founded: z
      .string()
      .trim()
      .regex(/^((1[89]|20)\d{2}|2100)?$/, "Informe o ano com quatro dígitos, de 1800 a 2100, como 2014."),
    location: line(COMPANY_CHANGE_LOCATION),
    accent_color: z
      .string()
      .trim()
      .regex(/^(#?[\da-f]{6})?$/i, "Informe a cor com seis dígitos, de 0 a 9 e de A a F, como #1d4fb8."),
  }),
  contact: z.object({
    phone,
    whatsapp: phone,
    email: z.union([z.literal(""), emailSchema]),
    address: line(CONTACT_INFO_CHANGE_ADDRESS),
    business_hours: line(CONTACT_INFO_CHANGE_BUSINESS_HOURS),
  }),
  whatsapp_is_phone: z.boolean(),
  demo: z.enum(["keep", "remove"]),
  full_name: z.string().trim().min(1, "Informe o seu nome completo."),
  email: emailSchema,
  password: passwordSchema(passwordMin("admin")),
});

export type SetupValues = z.infer<typeof setupSchema>;

/** The server's default, which the wizard shows for confirmation. */
const DEFAULT_HOURS = "Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00";

export const BLANK: SetupValues = {
  company: { name: "", full_name: "", founded: "", location: "", accent_color: "" },
  contact: { phone: "", whatsapp: "", email: "", address: "", business_hours: DEFAULT_HOURS },
  whatsapp_is_phone: false,
  demo: "keep",
  full_name: "",
  email: "",
  password: "",
};

/** Returns the request body without blank values. Only blank business hours are sent, because the server has a default for them. */
export function setupBody(token: string, values: SetupValues) {
  const { demo, company, contact: typed, whatsapp_is_phone, ...administrator } = values;
  const contact = whatsapp_is_phone ? { ...typed, whatsapp: typed.phone } : typed;
  const sent: Record<string, string> = {
    ...filled(contact),
    business_hours: contact.business_hours.trim(),
  };
  return {
    token,
    ...administrator,
    company: filled(company),
    contact: sent,
    remove_demo: demo === "remove",
  };
}

function filled(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));
}

const KEY = "vitrine-setup";
const fileName = z.string().nullable().default(null);
const draftSchema = z.object({
  step: z.string(),
  values: z.looseObject({}),
  logo: fileName,
  logo_dark: fileName,
});

/** Names of the chosen logo files. The files themselves can't be stored. */
export type LogoNames = Record<"logo" | "logo_dark", string | null>;

interface SetupDraft extends LogoNames {
  step: string;
  values: SetupValues;
}

/** Stores the draft for this tab, without the password. */
export function saveDraft(draft: SetupDraft): void {
  tab.write(KEY, JSON.stringify({ ...draft, values: { ...draft.values, password: "" } }));
}

export function readDraft(): SetupDraft | null {
  const draft = draftSchema.safeParse(tab.readJson(KEY));
  if (!draft.success) return null;
  const restored = draftValuesSchema.safeParse(draft.data.values);
  return restored.success ? { ...draft.data, values: { ...restored.data, password: "" } } : null;
}

export const removeDraft = (): void => tab.remove(KEY);

const texts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>);
/** Types of a draft's values. The values may be invalid. */
const draftValuesSchema = z.object({
  company: texts(["name", "full_name", "founded", "location", "accent_color"]),
  contact: texts(["phone", "whatsapp", "email", "address", "business_hours"]),
  whatsapp_is_phone: z.boolean(),
  demo: z.enum(["keep", "remove"]),
  full_name: z.string(),
  email: z.string(),
  password: z.string(),
});
