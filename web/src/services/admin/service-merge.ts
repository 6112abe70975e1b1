/** What two people have made of one service, field by field. */
import type { Service } from "../../api/types";
import { pageOf } from "./categories";

export const FIELD_LABELS = {
  title: "Título",
  category: "Categoria",
  page: "Página do site",
  description: "Descrição",
  features: "Itens do serviço",
  icon: "Ícone",
  is_active: "Ativo",
  is_featured: "Destaque",
} as const;

export type FieldName = keyof typeof FIELD_LABELS;
export type ServiceFields = Pick<Service, FieldName>;

const NAMES = Object.keys(FIELD_LABELS) as FieldName[];

export function fieldsOf(service: ServiceFields): ServiceFields {
  return pick(service, NAMES) as ServiceFields;
}

/** The fields that `after` has otherwise than `before`. */
export function changedFields(before: ServiceFields, after: ServiceFields): FieldName[] {
  return NAMES.filter((name) => fieldText(before, name) !== fieldText(after, name));
}

/** The fields that both have changed since `base`, each to something else. */
export function clashes(base: ServiceFields, mine: ServiceFields, theirs: ServiceFields): FieldName[] {
  const others = changedFields(base, theirs);
  return changedFields(base, mine).filter(
    (name) => others.includes(name) && fieldText(mine, name) !== fieldText(theirs, name),
  );
}

export function pick(fields: ServiceFields, names: readonly FieldName[]): Partial<ServiceFields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** A field as a person reads it. */
export function fieldText(fields: ServiceFields, name: FieldName): string {
  const value = fields[name];
  if (name === "page") return pageOf(fields).label;
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  return Array.isArray(value) ? value.join("\n") : value;
}
