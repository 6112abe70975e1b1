/** Saves what somebody has made of a page, and finds out what to do when somebody else was faster. */
import type { PageForm } from "@/api/types";
import { isStale } from "@/panel/edit/save-record";
import { savedBy } from "@/panel/edit/saved-by";
import type { Json } from "./page-document";
import { type Merged, merge } from "./page-merge";
import { findLatest, findPage, type Opened, updatePage } from "./page-queries";

export interface Saved {
  status: "saved";
  opened: Opened;
  /** Somebody else's changes to other texts are in it too. */
  isMerged: boolean;
}

export interface Conflict extends Merged {
  status: "conflict";
  /** As it is by now. */
  theirs: Opened;
  /** 'Ana às 13:05' */
  savedBy: string;
}

export async function savePage(
  page: PageForm,
  base: Opened,
  mine: Json,
  isMerged = false,
): Promise<Saved | Conflict> {
  try {
    return { status: "saved", opened: await updatePage(page.name, mine, base.etag), isMerged };
  } catch (error) {
    if (!isStale(error)) throw error;
  }
  const theirs = await findPage(page.name);
  const merged = merge(page.form, base.document, mine, theirs.document);
  if (merged.clashes.length > 0) {
    return { status: "conflict", theirs, ...merged, savedBy: await saverOf(page) };
  }
  return savePage(page, theirs, merged.document, true);
}

async function saverOf({ name }: PageForm): Promise<string> {
  return savedBy((await findLatest(name)) ?? { saved_by: null, saved_at: null });
}
