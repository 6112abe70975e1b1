/** What staff do with posts outside the editor: told to the server, then to whoever did it. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { afterChanges } from "@/api/after-changes";
import { api, body } from "@/api/client";
import type { Post, PostAction } from "@/api/types";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";
import { postKeys } from "./post-queries";

const mutationKey = ["posts"];

export function useDeletePost() {
  const cache = useQueryClient();
  const restore = useRestorePost();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Post) => body(api.DELETE("/api/blog/{id}", { params: { path: { id } } })),
    onSuccess: (_, post) =>
      notify.success("Post excluído", post.title, { label: "Desfazer", run: () => restore.mutate(post) }),
    onError: (error) => notify.error("Erro ao excluir post", messageOf(error)),
    onSettled: () => refresh(cache),
  });
}

export function useRestorePost() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Post) => body(api.POST("/api/blog/{id}/restore", { params: { path: { id } } })),
    onSuccess: ({ title }) => notify.success("Post restaurado!", title),
    onError: (error) => notify.error("Erro ao restaurar post", messageOf(error)),
    onSettled: () => refresh(cache),
  });
}

interface Act {
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
/** What takes an action back. */
const UNDO: Readonly<Record<PostAction, PostAction>> = {
  publish: "unpublish",
  unpublish: "publish",
  delete: "restore",
  restore: "delete",
};

/** The same with many posts at once. What was done can be undone, of the posts that it changed. */
export function useChangePosts() {
  const cache = useQueryClient();
  const change = useMutation({
    mutationKey,
    mutationFn: (act: Act) => body(api.POST("/api/blog/bulk", { body: act })),
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

/** Asks for the lists again, once the last of several quick changes is through. */
export function refresh(cache: QueryClient): void {
  afterChanges(cache, mutationKey, () => {
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: ["posts", "terms"] });
  });
}
