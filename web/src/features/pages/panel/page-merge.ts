/** What became of a page between two versions, and what two people have made of one. */
import type { Control } from "@/api/types";
import type { Change } from "@/panel/edit/change-table";
import { fieldsOf, textOf } from "./page-control";
import { same } from "@/lib/deep-equal";
import { at, below, items, type Json } from "./page-document";

/** A value of a document and where it stands. */
interface Place {
  path: string;
  /** The way to it as staff read it. */
  trail: readonly string[];
  control: Control;
}

/** A value that two people have changed, each to something else. */
interface Clash extends Place {
  mine: Json;
  theirs: Json;
}

export interface Merged {
  /** What only one has changed is as they have it; what both have, as mine. */
  document: Json;
  clashes: readonly Clash[];
}

export const labelOf = ({ trail }: Pick<Place, "trail">): string => trail.join(" › ");

const root = (form: Control): Place => ({ path: "", trail: [], control: form });

/** The differences as a person reads them, in the order of the form. */
export function changesBetween(form: Control, before: Json, after: Json): Change[] {
  const found: Change[] = [];
  differences(root(form), [before, after], ({ path, trail, control }, [one, other]) =>
    found.push({
      path,
      field: trail.join(" › "),
      before: textOf(control, one ?? null),
      after: textOf(control, other ?? null),
    }),
  );
  return found;
}

function differences(
  place: Place,
  [before, after]: readonly [Json, Json],
  tell: (place: Place, values: readonly Json[]) => void,
): void {
  if (same(before, after)) return;
  const inner = innerPlaces(place, [before, after]);
  if (!inner) {
    tell(place, [before, after]);
    return;
  }
  for (const [key, there] of inner) differences(there, [at(before, key), at(after, key)], tell);
}

/** Goes on from `theirs` with what is different in `mine` from what both started from. */
export function merge(form: Control, base: Json, mine: Json, theirs: Json): Merged {
  const clashes: Clash[] = [];
  const document = merged(root(form), { base, mine, theirs }, clashes);
  return { document, clashes };
}

interface Versions {
  base: Json;
  mine: Json;
  theirs: Json;
}

function merged(place: Place, { base, mine, theirs }: Versions, clashes: Clash[]): Json {
  if (same(mine, base) || same(mine, theirs)) return theirs;
  if (same(theirs, base)) return mine;
  const inner = innerPlaces(place, [base, mine, theirs]);
  if (!inner) {
    clashes.push({ ...place, mine, theirs });
    return mine;
  }
  const values = inner.map(([key, there]) => {
    const versions = { base: at(base, key), mine: at(mine, key), theirs: at(theirs, key) };
    return [key, merged(there, versions, clashes)] as const;
  });
  if (place.control.kind === "list") return values.map(([, value]) => value);
  return { ...(theirs as { readonly [key: string]: Json }), ...Object.fromEntries(values) };
}

/** The parts in which versions can be compared one by one; none where they are not made alike. */
function innerPlaces({ path, trail, control }: Place, versions: readonly Json[]): [string, Place][] | null {
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
  const isAlike = versions.every((version) => same(at(version, "kind"), at(first, "kind")));
  if (control.kind !== "group" && !(control.kind === "variant" && isAlike)) return null;
  return fieldsOf(control, first).map((field) => [
    field.name,
    { path: below(path, field.name), trail: [...trail, field.label], control: field.control },
  ]);
}
