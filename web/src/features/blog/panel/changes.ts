/** Deletes, restores, publishes and unpublishes posts. Toasts show the results. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import { api, body } from "@/api/client";
import type { Post, PostAction, PostActions, PostSchedule } from "@/api/types";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";
import { describeSkipped, setVersions, shownRows, versionsOf } from "@/panel/list/shown-rows";
import { reportBulk, undoChanges, useUndo } from "@/panel/list/undo-bulk";
import { notifyFailure } from "@/panel/notify-failure";
import { useChange } from "@/panel/use-change";
import { postKeys } from "./queries";

const MUTATION_KEY = ["posts"];

export function useDeletePost() {
  const restore = useRestorePost();
  return useChange("Erro ao excluir post", refresh, {
    mutationKey: MUTATION_KEY,
    mutationFn: ({ id }: Post) => body(api.DELETE("/api/blog/{id}", { params: { path: { id } } })),
    onSuccess: (_, post) => notify.deleted(post.id, "Post excluído", post.title, () => restore.mutate(post)),
  });
}

export const useRestorePost = () =>
  useChange("Erro ao restaurar post", refresh, {
    mutationKey: MUTATION_KEY,
    mutationFn: ({ id }: Post) => body(api.POST("/api/blog/{id}/restore", { params: { path: { id } } })),
    onSuccess: ({ id, title }) => notify.restored(id, "Post restaurado!", title),
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

const SHOWN = [postKeys.lists];

/**
 * Applies an action to several posts, except those that a colleague has changed since. The toast offers to undo it for the posts
 * that the action changed.
 */
export function useChangePosts() {
  const cache = useQueryClient();
  const undo = useUndo(MUTATION_KEY, refresh, async (changes: PostActions[]) => {
    const former = await body(api.POST("/api/blog/bulk/undo", { body: { changes } }));
    setVersions(cache, SHOWN, former);
    return former;
  });
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: async (change: PostsChange) => {
      const { ids, action } = change;
      const shown = shownRows<ShownPost>(cache, SHOWN);
      const former = await send({ ...change, ...versionsOf(shown, ids) });
      const isSkipped = (id: string) => {
        const post = shown.get(id);
        return post && wouldChange(action, post) && !former.some((changed) => changed.id === id);
      };
      return { former, skipped: ids.filter(isSkipped).length };
    },
    onSuccess: ({ former, skipped }, { action }) => {
      setVersions(cache, SHOWN, former);
      reportBulk({
        title: formatCount(former.length, ...DONE[action]),
        hasChanged: former.length > 0,
        skipped: describeSkipped(skipped, "post", "posts", action === "restore"),
        unchanged: "Os posts escolhidos já estavam assim.",
        undo: () => undo.mutate(undoChanges(former, (post) => undoOf(action, post))),
      });
    },
    onError: (error, { action }) => notifyFailure(FAILED[action], error),
    onSettled: () => refresh(cache),
  });
}

/** A post as the list shows it. The version is undefined if the answer of the list doesn't say it. */
type ShownPost = Post & { version?: number };

/** Returns whether an action would change a post that is as the user saw it. */
function wouldChange(action: PostBulkAction, post: Post): boolean {
  switch (action) {
    case "publish":
      return !post.is_published;
    case "unpublish":
      return post.is_published || post.publish_at !== null;
    case "delete":
      return post.deleted_at === null;
    case "restore":
      return post.deleted_at !== null;
  }
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
