/** What two people have made of one record, field by field. */
import type { Editable, Stored } from "./editable";

type Name<Fields> = keyof Fields & string;

function fieldNames<Value extends Stored, Fields extends object>(
  kind: Editable<Value, Fields>,
): Name<Fields>[] {
  return Object.keys(kind.labels) as Name<Fields>[];
}

/** The fields that `after` has otherwise than `before`. */
export function changedFields<Value extends Stored, Fields extends object>(
  kind: Editable<Value, Fields>,
  before: Fields,
  after: Fields,
): Name<Fields>[] {
  const keyOf = kind.keyOf ?? kind.textOf;
  return fieldNames(kind).filter((name) => keyOf(before, name) !== keyOf(after, name));
}

/** The fields that both have changed since `base`, each to something else. */
export function clashes<Value extends Stored, Fields extends object>(
  kind: Editable<Value, Fields>,
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Name<Fields>[] {
  const others = changedFields(kind, base, theirs);
  const different = changedFields(kind, mine, theirs);
  return changedFields(kind, base, mine).filter((name) => others.includes(name) && different.includes(name));
}

export function pick<Fields extends object>(fields: Fields, names: readonly Name<Fields>[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}
