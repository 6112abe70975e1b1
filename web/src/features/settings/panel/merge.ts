/** What two people have made of one record, field by field. */
import type { Change } from "@/panel/edit/change-table";
import { FIELD_LABELS, fieldLabel, type Texts } from "./records";

const ORDER = Object.keys(FIELD_LABELS);

/** The fields that `after` has otherwise than `before`. */
export function changedFields(before: Texts, after: Texts): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

export function pick(texts: Texts, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]));
}

/** The fields that both have changed since `base`, each to something else. */
export function clashes(base: Texts, mine: Texts, theirs: Texts): string[] {
  return changedFields(base, mine).filter(
    (name) => theirs[name] !== base[name] && theirs[name] !== mine[name],
  );
}

/** The differences as a person reads them, in the order of the forms. */
export function changesBetween(before: Texts, after: Texts): Change[] {
  const names = changedFields(before, after).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return names.map((name) => ({
    path: name,
    field: fieldLabel(name),
    before: before[name] ?? "",
    after: after[name] ?? "",
  }));
}
