/** Services as staff edit them: the fields of the form, their limits, and the calls to the server. */
import { z } from "zod";

import { api, body } from "@/api/client";
import { lastSaverOf } from "@/api/last-change";
import {
  SERVICE_INPUT_DESCRIPTION,
  SERVICE_INPUT_FEATURES,
  SERVICE_INPUT_FEATURES_ITEM,
  SERVICE_INPUT_TITLE,
} from "@/api/limits";
import type { Service, ServiceInput } from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { yesOrNo } from "@/panel/edit/record-fields";
import { DEFAULT_ICON } from "@/panel/form/emojis";
import { REQUIRED, requiredText, textUpTo } from "@/panel/form/text-schema";
import { type ListedKind, messagesOf } from "@/panel/record/kind";
import { defaultPage, isCategory, pageOf, PAGES } from "./categories";

export const serviceSchema = z.object({
  title: requiredText(SERVICE_INPUT_TITLE),
  category: z.string().refine((value): boolean => isCategory(value), REQUIRED),
  page: z.enum(PAGES.map(({ value }) => value)),
  description: requiredText(SERVICE_INPUT_DESCRIPTION),
  features: z
    .array(z.object({ text: textUpTo(SERVICE_INPUT_FEATURES_ITEM) }))
    .refine(
      (features) => features.filter(({ text }) => text.trim() !== "").length <= SERVICE_INPUT_FEATURES,
      `Use no máximo ${SERVICE_INPUT_FEATURES} itens.`,
    ),
  icon: z.string(),
  is_active: z.boolean(),
  is_featured: z.boolean(),
});

export type ServiceValues = z.infer<typeof serviceSchema>;

/** Fields that can't be empty. */
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

/** Converts form values to the server's input, without empty lines and without an invalid category. */
export function inputOf({ category, features, ...others }: Partial<ServiceValues>): ServiceInput {
  return {
    ...others,
    ...(features && { features: filledLines(features) }),
    ...(category !== undefined && isCategory(category) && { category }),
  };
}

/** Returns the lines that aren't empty. */
function filledLines(features: ServiceValues["features"]): string[] {
  return features.map(({ text }) => text.trim()).filter((text) => text !== "");
}

/** Splits pasted text into lines without bullets, numbers and empty lines. */
export function splitPasted(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–—·▪✓✔]+|\d{1,2}[.)])\s+/u, "").trim())
    .filter((line) => line !== "");
}

/** Returns the values of a copy of a service. The copy is inactive and has the position of the original. */
export function copyOf(service: Service): ServiceValues & { position: number } {
  const { title, position } = service;
  return { ...valuesOf(service), title: copyTitle(title), is_active: false, position };
}

const COPY = " (cópia)";

export function copyTitle(title: string): string {
  // Removes the first half of a surrogate pair that the cut has split.
  const start = title.slice(0, SERVICE_INPUT_TITLE - COPY.length).replace(/[\ud800-\udbff]$/, "");
  return start.trimEnd() + COPY;
}

export const SERVICE: ListedKind<Service, ServiceValues> = {
  area: "services",
  key: "services",
  thisOne: "este serviço",
  messages: {
    ...messagesOf("serviço", "serviços"),
    ordering: "Erro ao reordenar serviços",
    order_conflict:
      "Outra pessoa mudou esta categoria ao mesmo tempo. A lista foi atualizada: confira e mova de novo se for preciso.",
  },
  labels: {
    title: "Título",
    category: "Categoria",
    page: "Página do site",
    description: "Descrição",
    features: "Itens do serviço",
    icon: "Ícone",
    is_active: "Ativo",
    is_featured: "Destaque",
  },
  fieldsOf: valuesOf,
  textOf: (values, name) => {
    if (name === "page") return pageOf(values).label;
    if (name === "features") return filledLines(values.features).join("\n");
    const value = values[name];
    return typeof value === "boolean" ? yesOrNo(value) : value;
  },
  nameOf: ({ title }) => title,
  positionOf: ({ position }) => position,
  placed: (service, position) => ({ ...service, position }),
  list: (signal) => body(api.GET("/api/services", { signal })),
  trash: (signal) => body(api.GET("/api/services/trash", { signal })),
  find: (id, signal) =>
    versioned(api.GET("/api/services/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (values, _, key) =>
    body(api.POST("/api/services", { params: idempotencyKey(key), body: inputOf(values) })),
  update: (id, change, etag) => {
    const params = { path: { id }, ...ifMatch(etag) };
    return versioned(api.PUT("/api/services/{id}", { params, body: inputOf(change) }));
  },
  lastSaver: lastSaverOf("service"),
  remove: (id) => body(api.DELETE("/api/services/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/services/{id}/restore", { params: { path: { id } } })),
  order: ({ group, ids, seen }) => {
    if (!isCategory(group)) throw new Error(`unknown category ${group}`);
    return body(api.PUT("/api/services/order", { body: { category: group, ids, seen } }));
  },
};
