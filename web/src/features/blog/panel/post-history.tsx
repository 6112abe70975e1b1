/** The versions of a post in a window of their own. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api } from "@/api/client";
import { conditional, opened as openedCall } from "@/api/opened";
import type { Post } from "@/api/types";
import { notify } from "@/lib/notify";
import type { Opened } from "@/lib/opened";
import { HistoryDialog } from "@/panel/edit/history-dialog";
import { historyVersions } from "@/panel/edit/history-versions";
import { changesBetween, type PostVersion } from "./post-changes-between";
import { postHistory, postKeys } from "./post-queries";

interface PostHistoryProps {
  opened: Opened<Post>;
  /** Bringing a version back would lose what is typed. */
  hasUnsaved: boolean;
  onRestored: () => void;
  onClose: () => void;
  onClosed: () => void;
}

export function PostHistory({ opened, hasUnsaved, onRestored, onClose, onClosed }: PostHistoryProps) {
  const { id, title } = opened.value;
  const found = useInfiniteQuery(postHistory(id));
  const entries = found.data?.pages.flatMap((page) => page.entries);
  const cache = useQueryClient();
  const restore = useMutation({
    mutationFn: (version: number) => {
      if (hasUnsaved) throw new UnsavedError();
      const { path, header } = { header: undefined, ...conditional(id, opened.etag) };
      const params = { path: { ...path, version }, ...(header && { header }) };
      return openedCall<Post>(api.POST("/api/blog/{id}/history/{version}/restore", { params }));
    },
    onSuccess: () => {
      notify.success("Versão restaurada!", "A que estava valendo continua no histórico.");
      void cache.invalidateQueries({ queryKey: postKeys.lists });
      onClose();
      onRestored();
    },
    onError: (error) =>
      notify.error(
        "Erro ao restaurar",
        error instanceof UnsavedError
          ? "Salve ou descarte antes o que você digitou."
          : messageOf(error, "Tente novamente mais tarde."),
      ),
    onSettled: () => void cache.invalidateQueries({ queryKey: postKeys.history(id) }),
  });
  return (
    <HistoryDialog
      title={title}
      versions={entries && historyVersions<PostVersion>(entries, changesBetween)}
      error={found.error && messageOf(found.error, "Tente novamente mais tarde.")}
      hasMore={found.hasNextPage}
      busy={found.isFetching || restore.isPending}
      onMore={() => void found.fetchNextPage()}
      onRetry={() => void found.refetch()}
      onRestore={restore.mutate}
      onClose={() => {
        onClose();
        requestAnimationFrame(onClosed);
      }}
    />
  );
}

class UnsavedError extends Error {}
