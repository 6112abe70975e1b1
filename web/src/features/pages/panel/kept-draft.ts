/** What somebody makes of a page and hasn't saved, as the browser keeps it. */
import type { PageName } from "@/api/types";
import { same } from "@/lib/deep-equal";
import * as kept from "@/panel/edit/kept";
import type { Json } from "./page-document";
import type { Opened } from "./page-queries";

interface KeptDraft extends kept.Kept {
  draft: Json;
  /** What it was made from. */
  base: Opened;
}

const what = (name: PageName) => `page:${name}`;

/** Returns null if the draft equals what the server has. It has the fields of this version, also if an earlier one kept it. */
export function readKept(name: PageName, opened: Opened): KeptDraft | null {
  const found = kept.readKept(what(name));
  if (found === null || !isOpened(found["base"]) || !("draft" in found)) return null;
  const draft = withFieldsOf(opened.document, found["draft"] as Json);
  const base = { ...found["base"], document: withFieldsOf(opened.document, found["base"].document) };
  return same(draft, opened.document) ? null : { draft, base, kept_at: found.kept_at };
}

export const keep = (name: PageName, draft: Json, base: Opened) => kept.keep(what(name), { draft, base });
export const dropKept = (name: PageName) => kept.dropKept(what(name));

function isOpened(value: unknown): value is Opened {
  return typeof value === "object" && value !== null && "document" in value && "etag" in value;
}

/** The fields of `current` with the values that `kept` has for them, at any depth outside lists. */
function withFieldsOf(current: Json, kept: Json): Json {
  if (!isObject(current) || !isObject(kept)) return kept;
  const fields = Object.entries(current).map(([name, value]) => {
    const own = kept[name];
    return [name, own === undefined ? value : withFieldsOf(value, own)] as const;
  });
  return Object.fromEntries(fields);
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
