/** The differences between two versions of a page, and the merge of two people's changes. */
import type { Control } from "@/api/types";
import { deepEqual } from "@/lib/deep-equal";
import type { Change } from "@/panel/edit/change-table";
import type { ConflictField, Merged } from "@/panel/edit/versioned-record";
import { fieldsOf, textOf } from "./control";
import { at, below, items, type Json } from "./json-path";

/** The description of a value in a page's content. */
interface Node {
  path: string;
  /** Labels of the fields and items on the path. */
  trail: readonly string[];
  control: Control;
}

const labelOf = (trail: readonly string[]): string => trail.join(" › ");

const root = (form: Control): Node => ({ path: "", trail: [], control: form });

/** Returns the differences between two versions as readable text, in the order of the form. */
export function changesBetween(form: Control, before: Json, after: Json): Change[] {
  return changesOf(root(form), before, after);
}

function changesOf(node: Node, before: Json, after: Json): Change[] {
  if (deepEqual(before, after)) return [];
  const inner = innerNodes(node, [before, after]);
  if (inner) return inner.flatMap(([key, part]) => changesOf(part, at(before, key), at(after, key)));
  const { path, trail, control } = node;
  return [{ path, field: labelOf(trail), before: textOf(control, before), after: textOf(control, after) }];
}

/**
 * Merges the changes of two people. The draft is `theirs` with what changed between `base` and `mine`. A value that both
 * changed differently is a conflict; the draft then has the value of `mine`.
 */
export function merge(form: Control, base: Json, mine: Json, theirs: Json): Merged<Json> {
  const conflicts: ConflictField[] = [];
  const draft = mergeNode(root(form), { base, mine, theirs }, conflicts);
  return { draft, conflicts };
}

interface Versions {
  base: Json;
  mine: Json;
  theirs: Json;
}

/** Returns the merged value. Adds to `conflicts`. */
function mergeNode(node: Node, { base, mine, theirs }: Versions, conflicts: ConflictField[]): Json {
  if (deepEqual(mine, base) || deepEqual(mine, theirs)) return theirs;
  if (deepEqual(theirs, base)) return mine;
  const inner = innerNodes(node, [base, mine, theirs]);
  if (!inner) {
    const { path, trail, control } = node;
    conflicts.push({
      name: path,
      label: labelOf(trail),
      mine: textOf(control, mine),
      theirs: textOf(control, theirs),
    });
    return mine;
  }
  const values = inner.map(([key, part]) => {
    const versions = { base: at(base, key), mine: at(mine, key), theirs: at(theirs, key) };
    return [key, mergeNode(part, versions, conflicts)] as const;
  });
  if (node.control.kind === "list") return values.map(([, value]) => value);
  return { ...(theirs as { readonly [key: string]: Json }), ...Object.fromEntries(values) };
}

/**
 * Returns the inner values of a group, list or variant by key. Returns null for other controls, for lists of different
 * lengths and for different variants.
 */
function innerNodes({ path, trail, control }: Node, versions: readonly Json[]): [string, Node][] | null {
  const [first = null] = versions;
  if (control.kind === "list") {
    const count = items(first).length;
    if (!versions.every((version) => items(version).length === count)) return null;
    return items(first).map((_, index) => [
      String(index),
      {
        path: below(path, index),
        trail: [...trail, `${control.item.label} ${index + 1}`],
        control: control.item.control,
      },
    ]);
  }
  const haveSameKind = versions.every((version) => deepEqual(at(version, "kind"), at(first, "kind")));
  if (control.kind !== "group" && !(control.kind === "variant" && haveSameKind)) return null;
  return fieldsOf(control, first).map((field) => [
    field.name,
    { path: below(path, field.name), trail: [...trail, field.label], control: field.control },
  ]);
}
