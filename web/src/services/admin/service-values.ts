/** What an editor holds while somebody types, and what the server takes of it. */
import { z } from "zod";

import { defaultPage, isCategory, PAGES } from "./categories";
import { DEFAULT_ICON } from "../../ui/panel/emojis";
import { fieldsOf, type ServiceFields } from "./service-merge";

const REQUIRED = "Preencha este campo.";
const MOST_FEATURES = 20;

const bounded = (max: number) => z.string().max(max, `Use no máximo ${max} caracteres.`);
const required = (max: number) => bounded(max).refine((text) => text.trim() !== "", REQUIRED);

export const serviceSchema = z.object({
  title: required(120),
  category: z.string().refine((value): boolean => isCategory(value), REQUIRED),
  page: z.enum(PAGES.map(({ value }) => value)),
  description: required(600),
  features: z
    .array(z.object({ text: bounded(160) }))
    .refine(
      (features) => features.filter(({ text }) => text.trim() !== "").length <= MOST_FEATURES,
      `Use no máximo ${MOST_FEATURES} itens.`,
    ),
  icon: z.string(),
  is_active: z.boolean(),
  is_featured: z.boolean(),
});

export type ServiceValues = z.infer<typeof serviceSchema>;

/** What can't be left empty. */
export const REQUIRED_FIELDS = ["title", "category", "description"] as const;

export function newValues(category: string | null): ServiceValues {
  return {
    title: "",
    category: isCategory(category) ? category : "",
    page: defaultPage(category ?? ""),
    description: "",
    features: [],
    icon: DEFAULT_ICON,
    is_active: true,
    is_featured: false,
  };
}

export function valuesOf(fields: ServiceFields): ServiceValues {
  const { features, ...others } = fieldsOf(fields);
  return { ...others, features: features.map((text) => ({ text })) };
}

type Input = Omit<ServiceFields, "category"> & Partial<Pick<ServiceFields, "category">>;

/** Without a category when none is chosen. */
export function inputOf({ category, features, ...others }: ServiceValues): Input {
  const lines = features.map(({ text }) => text.trim()).filter((text) => text !== "");
  return { ...others, features: lines, ...(isCategory(category) && { category }) };
}

/** What somebody has made of a service. */
export function editedFields(base: ServiceFields, values: ServiceValues): ServiceFields {
  return { ...fieldsOf(base), ...inputOf(values) };
}

/** Lines as people paste them from elsewhere: without bullets, numbers and empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–—·▪✓✔]+|\d{1,2}[.)])\s+/u, "").trim())
    .filter((line) => line !== "");
}
