/** The versions of a post. */
import { useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Post } from "@/api/types";
import { ifMatch, versioned } from "@/api/versioned";
import type { Versioned } from "@/lib/versioned";
import { HistoryButton } from "@/panel/edit/history-dialog";
import { changesBetween } from "./post-changes-between";
import { postHistory, postKeys } from "./post-queries";

interface PostHistoryProps {
  opened: Versioned<Post>;
  /** Restoring a version would lose unsaved input. */
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
