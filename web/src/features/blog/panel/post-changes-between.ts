/** What differs between two versions of a post, as a person reads it: of a long text the passages that changed. */
import { diffLines } from "diff";

import type { Change } from "@/panel/edit/change-table";
import { LABELS } from "./post-fields";

/** What a version of a post keeps. */
export interface PostVersion {
  title: string;
  excerpt: string;
  content: string;
  featured_image: string;
  category: string;
  tags: string[];
  author: string;
  seo_title: string;
  seo_description: string;
}

const FIELDS = [
  "title",
  "content",
  "excerpt",
  "category",
  "tags",
  "featured_image",
  "author",
  "seo_title",
  "seo_description",
] as const satisfies readonly (keyof PostVersion)[];

export function changesBetween(before: PostVersion, after: PostVersion): Change[] {
  return FIELDS.flatMap((name) => {
    const [old, now] = [textOf(before, name), textOf(after, name)];
    if (old === now) return [];
    const [shownOld, shownNow] = name === "content" ? passages(old, now) : [old, now];
    return [{ path: name, field: LABELS[name], before: shownOld, after: shownNow }];
  });
}

function textOf(version: PostVersion, name: (typeof FIELDS)[number]): string {
  const value = version[name];
  return typeof value === "string" ? value : value.join(", ");
}

const LEFT_OUT = "…";

/** The lines that differ, with dots for what lies between them. */
function passages(before: string, after: string): [string, string] {
  const [old, now]: [string[], string[]] = [[], []];
  for (const { value, added, removed } of diffLines(before, after)) {
    const text = value.trim();
    if (!added) old.push(removed ? text : LEFT_OUT);
    if (!removed) now.push(added ? text : LEFT_OUT);
  }
  return [joined(old), joined(now)];
}

/** Dots at either end say nothing. */
function joined(parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== "");
  while (shown[0] === LEFT_OUT) shown.shift();
  while (shown.at(-1) === LEFT_OUT) shown.pop();
  return shown.join("\n");
}
