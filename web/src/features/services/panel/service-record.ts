/** A service as an editor takes it apart, finds it and sends it. */
import { api } from "@/api/client";
import type { Service } from "@/api/types";
import { conditional, opened } from "@/api/opened";
import { lastChangeOf } from "@/api/last-change";
import { type Keepable, yesOrNo } from "@/panel/edit/editable";
import { pageOf } from "./categories";
import { inputOf, linesIn, type ServiceValues, valuesOf } from "./service-values";

export const SERVICE: Keepable<Service, ServiceValues> = {
  key: "services",
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
    if (name === "features") return linesIn(values.features).join("\n");
    const value = values[name];
    return typeof value === "boolean" ? yesOrNo(value) : value;
  },
  find: (id, signal) =>
    opened(api.GET("/api/services/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  update: (id, change, etag) =>
    opened(api.PUT("/api/services/{id}", { params: conditional(id, etag), body: inputOf(change) })),
  lastChange: lastChangeOf("service"),
};
