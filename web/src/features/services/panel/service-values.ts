/** What an editor holds while somebody types, and what the server takes of it. */
import { z } from "zod";

import type { Service, ServiceInput } from "@/api/types";
import { defaultPage, isCategory, PAGES } from "./categories";
import { DEFAULT_ICON } from "@/panel/form/emojis";

const REQUIRED = "Preencha este campo.";
const MAX_FEATURES = 20;

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
      (features) => features.filter(({ text }) => text.trim() !== "").length <= MAX_FEATURES,
      `Use no máximo ${MAX_FEATURES} itens.`,
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

export function valuesOf(service: Service): ServiceValues {
  const { title, category, page, description, features, icon, is_active, is_featured } = service;
  const lines = features.map((text) => ({ text }));
  return { title, category, page, description, features: lines, icon, is_active, is_featured };
}

/** Without a category when none is chosen. */
export function inputOf({ category, features, ...others }: Partial<ServiceValues>): ServiceInput {
  return {
    ...others,
    ...(features && { features: linesIn(features) }),
    ...(category !== undefined && isCategory(category) && { category }),
  };
}

/** Those that somebody has filled in. */
export function linesIn(features: ServiceValues["features"]): string[] {
  return features.map(({ text }) => text.trim()).filter((text) => text !== "");
}

/** Lines as people paste them from elsewhere: without bullets, numbers and empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–—·▪✓✔]+|\d{1,2}[.)])\s+/u, "").trim())
    .filter((line) => line !== "");
}
