/** Deletes, restores, publishes and unpublishes posts. Toasts show the results. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import { api, body } from "@/api/client";
import type { Post, PostAction, PostActions, PostSchedule } from "@/api/types";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";
import { undoChanges, useUndo } from "@/panel/list/undo-bulk";
import { notifyFailure } from "@/panel/notify-failure";
import { useChange } from "@/panel/use-change";
import { postKeys } from "./queries";

const MUTATION_KEY = ["posts"];

export function useDeletePost() {
  const restore = useRestorePost();
  return useChange("Erro ao excluir post", refresh, {
    mutationKey: MUTATION_KEY,
    mutationFn: ({ id }: Post) => body(api.DELETE("/api/blog/{id}", { params: { path: { id } } })),
    onSuccess: (_, post) => notify.undoable(post.id, "Post excluído", post.title, () => restore.mutate(post)),
  });
}

export const useRestorePost = () =>
  useChange("Erro ao restaurar post", refresh, {
    mutationKey: MUTATION_KEY,
    mutationFn: ({ id }: Post) => body(api.POST("/api/blog/{id}/restore", { params: { path: { id } } })),
    onSuccess: ({ id, title }) => notify.undone(id, "Post restaurado!", title),
  });

/** Actions that staff choose. */
export type PostBulkAction = Exclude<PostAction["action"], "schedule">;

interface PostsChange {
  ids: string[];
  action: PostBulkAction;
}

const DONE: Readonly<Record<PostBulkAction, readonly [one: string, many: string]>> = {
  publish: ["post publicado", "posts publicados"],
  unpublish: ["post despublicado", "posts despublicados"],
  delete: ["post excluído", "posts excluídos"],
  restore: ["post restaurado", "posts restaurados"],
};
const FAILED: Readonly<Record<PostBulkAction, string>> = {
  publish: "Erro ao publicar posts",
  unpublish: "Erro ao despublicar posts",
  delete: "Erro ao excluir posts",
  restore: "Erro ao restaurar posts",
};

/** Applies an action to several posts. The toast offers to undo it for the posts that the action changed. */
export function useChangePosts() {
  const cache = useQueryClient();
  const undo = useUndo(MUTATION_KEY, refresh, (changes: PostActions[]) =>
    body(api.POST("/api/blog/bulk/undo", { body: { changes } })),
  );
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (change: PostsChange) => send(change),
    onSuccess: (former, { action }) => {
      if (former.length === 0) {
        notify.success("Nada a mudar", "Os posts escolhidos já estavam assim.");
        return;
      }
      notify.success(formatCount(former.length, ...DONE[action]), undefined, {
        label: "Desfazer",
        run: () => undo.mutate(undoChanges(former, (post) => undoOf(action, post))),
      });
    },
    onError: (error, { action }) => notifyFailure(FAILED[action], error),
    onSettled: () => refresh(cache),
  });
}

/** Returns the action that undoes another one on a post with this former schedule. */
export function undoOf(
  action: PostBulkAction,
  { is_published, published_at, publish_at, unpublish_at }: PostSchedule,
): PostAction {
  if (action === "delete") return { action: "restore" };
  if (action === "restore") return { action: "delete" };
  return { action: "schedule", is_published, published_at, publish_at, unpublish_at };
}

const send = (change: PostActions) => body(api.POST("/api/blog/bulk", { body: change }));

/** Fetches the lists, categories and tags again when no change is pending. */
export function refresh(cache: QueryClient): void {
  afterChanges(cache, MUTATION_KEY, () => {
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: postKeys.terms });
  });
}
