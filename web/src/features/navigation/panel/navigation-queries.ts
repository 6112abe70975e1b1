/** The menu and the footer as the server gives them, and the keys they are cached under. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { LinkOption, NavigationDraft } from "@/api/types";
import type { Kind, Named } from "./kind";

type AnyKind<Value extends Named> = Pick<Kind<Value, object>, "key" | "words" | "list" | "trash">;

/** There are never many, so the list is whole. */
export const recordList = <Value extends Named>(kind: AnyKind<Value>) =>
  queryOptions({
    queryKey: ["navigation", kind.key, "list"],
    queryFn: ({ signal }) => kind.list(signal),
    meta: { error_title: kind.words.loading },
  });

export const recordTrash = <Value extends Named>(kind: AnyKind<Value>) =>
  queryOptions({
    queryKey: ["navigation", kind.key, "trash"],
    queryFn: ({ signal }) => kind.trash(signal),
    meta: { error_title: kind.words.loading },
  });

/** What an editor starts from. It doesn't follow later changes: they are found, and told, when it is saved. */
export const record = <Value extends Named>(
  kind: Pick<Kind<Value, object>, "key" | "words" | "find">,
  id: string,
) =>
  queryOptions({
    queryKey: ["navigation", kind.key, "record", id],
    queryFn: ({ signal }) => kind.find(id, signal),
    gcTime: 0,
    staleTime: Infinity,
    meta: { error_title: kind.words.loading },
  });

/** What a link can lead to. */
export const linkOptions = (search: string) =>
  queryOptions({
    queryKey: ["navigation", "link-options", search],
    queryFn: ({ signal }): Promise<LinkOption[]> =>
      body(api.GET("/api/link-targets", { params: { query: search ? { search } : {} }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The site as it would be with a draft. What is wrong with it is said beside the fields, not here. */
export const sitePreview = (draft: NavigationDraft) =>
  queryOptions({
    queryKey: ["navigation", "preview", draft],
    queryFn: async ({ signal }) =>
      (await body(api.POST("/api/navigation/preview", { body: draft, signal }))).html,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
