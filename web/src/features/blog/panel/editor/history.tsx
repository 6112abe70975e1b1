/** The button that shows the versions of a post and the differences between them, and restores one. */
import { useQueryClient } from "@tanstack/react-query";
import { diffLines } from "diff";

import { api } from "@/api/client";
import type { Post } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import { LABELS } from "@/features/blog/panel/fields";
import { postHistory, postKeys } from "@/features/blog/panel/queries";
import type { Change } from "@/panel/edit/change-table";
import { HistoryButton } from "@/panel/edit/history-dialog";

interface PostHistoryProps {
  opened: Versioned<Post>;
  /** Whether there is unsaved input. It would be lost, so restoring is blocked. */
  hasUnsaved: boolean;
  onRestored: () => void;
}

export function PostHistory({ opened, hasUnsaved, onRestored }: PostHistoryProps) {
  const { id, title } = opened.value;
  const cache = useQueryClient();
  async function restore(version: number): Promise<void> {
    try {
      const params = { path: { id, version }, ...ifMatch(opened.etag) };
      await versioned(api.POST("/api/blog/{id}/history/{version}/restore", { params }));
      void cache.invalidateQueries({ queryKey: postKeys.lists });
      onRestored();
    } finally {
      void cache.invalidateQueries({ queryKey: postKeys.history(id) });
    }
  }
  return (
    <HistoryButton
      variant="ghost"
      size="sm"
      title={title}
      query={postHistory(id)}
      changesBetween={changesBetween}
      restore={restore}
      {...(hasUnsaved && { blocked: "Salve ou descarte antes o que você digitou." })}
    />
  );
}

/** Fields that a version of a post contains. */
interface PostVersion {
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

/** Returns the fields that differ, as readable text. The content is reduced to its changed passages. */
function changesBetween(before: PostVersion, after: PostVersion): Change[] {
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

/** Replaces unchanged lines. */
const ELLIPSIS = "…";

/** Returns the lines of each text that differ. An ellipsis replaces the unchanged lines between them. */
function passages(before: string, after: string): [string, string] {
  const [old, now]: [string[], string[]] = [[], []];
  for (const { value, added, removed } of diffLines(before, after)) {
    const text = value.trim();
    if (!added) old.push(removed ? text : ELLIPSIS);
    if (!removed) now.push(added ? text : ELLIPSIS);
  }
  return [joined(old), joined(now)];
}

/** Joins the passages, without an ellipsis at the start or end. */
function joined(parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== "");
  while (shown[0] === ELLIPSIS) shown.shift();
  while (shown.at(-1) === ELLIPSIS) shown.pop();
  return shown.join("\n");
}
