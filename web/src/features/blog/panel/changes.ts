/** Deletes, restores, publishes and unpublishes posts. Toasts show the results. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Post, PostAction } from "@/api/types";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";
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

interface PostsChange {
  ids: string[];
  action: PostAction;
}

const DONE: Readonly<Record<PostAction, readonly [one: string, many: string]>> = {
  publish: ["post publicado", "posts publicados"],
  unpublish: ["post despublicado", "posts despublicados"],
  delete: ["post excluído", "posts excluídos"],
  restore: ["post restaurado", "posts restaurados"],
};
const FAILED: Readonly<Record<PostAction, string>> = {
  publish: "Erro ao publicar posts",
  unpublish: "Erro ao despublicar posts",
  delete: "Erro ao excluir posts",
  restore: "Erro ao restaurar posts",
};
/** The opposite of each action, which undoes it. */
const UNDO: Readonly<Record<PostAction, PostAction>> = {
  publish: "unpublish",
  unpublish: "publish",
  delete: "restore",
  restore: "delete",
};

/** Applies an action to several posts. The toast offers to undo it for the posts that the action changed. */
export function useChangePosts() {
  const cache = useQueryClient();
  const change = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (input: PostsChange) => body(api.POST("/api/blog/bulk", { body: input })),
    onSuccess: ({ ids }, { action }) => {
      if (ids.length === 0) {
        notify.success("Nada a mudar", "Os posts escolhidos já estavam assim.");
        return;
      }
      const undo = { label: "Desfazer", run: () => change.mutate({ ids, action: UNDO[action] }) };
      notify.success(formatCount(ids.length, ...DONE[action]), undefined, undo);
    },
    onError: (error, { action }) => notify.error(FAILED[action], messageOf(error)),
    onSettled: () => refresh(cache),
  });
  return change;
}

/** Fetches the lists, categories and tags again when no change is pending. */
export function refresh(cache: QueryClient): void {
  afterChanges(cache, MUTATION_KEY, () => {
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: postKeys.terms });
  });
}
