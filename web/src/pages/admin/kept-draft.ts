/** What somebody makes of a page and hasn't saved, as the browser keeps it. */
import type { PageName } from "../../api/types";
import { same } from "../../kit/same";
import * as kept from "../../ui/panel/edit/kept";
import type { Json } from "./page-document";
import type { Opened } from "./page-queries";

export interface KeptDraft extends kept.Kept {
  draft: Json;
  /** What it was made from. */
  base: Opened;
}

const what = (name: PageName) => `page:${name}`;

/** Nothing where what is kept says what the server has by now. */
export function readKept(name: PageName, opened: Opened): KeptDraft | null {
  const found = kept.readKept(what(name));
  if (found === null || !isOpened(found["base"]) || !("draft" in found)) return null;
  const [base, draft] = [found["base"], found["draft"] as Json];
  return same(draft, opened.document) ? null : { draft, base, kept_at: found.kept_at };
}

export const keep = (name: PageName, draft: Json, base: Opened) => kept.keep(what(name), { draft, base });
export const dropKept = (name: PageName) => kept.dropKept(what(name));

function isOpened(value: unknown): value is Opened {
  return typeof value === "object" && value !== null && "document" in value && "etag" in value;
}
