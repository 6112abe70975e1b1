/** The filter of the list of posts, and the queries about posts with their cache keys. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Post, PostInput, PostSort } from "@/api/types";
import { type FindHistory, findLatestEntry, historyQuery, versioned } from "@/api/versioned";
import { panelPaths } from "@/lib/paths";
import { choice, defineList, type FilterOf, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";

export const VIEWS = [
  { value: "all", label: "Todos" },
  { value: "published", label: "Publicados" },
  { value: "draft", label: "Rascunhos" },
  { value: "scheduled", label: "Agendados" },
  { value: "trash", label: "Lixeira" },
] as const;

export const SORTS: readonly { value: PostSort; label: string }[] = [
  { value: "-created_at", label: "Criados por último" },
  { value: "created_at", label: "Criados primeiro" },
  { value: "-updated_at", label: "Alterados por último" },
  { value: "updated_at", label: "Sem alteração há mais tempo" },
];

export const POSTS = defineList(panelPaths.blog, {
  filters: { search: text() },
  view: { view: choice(VIEWS, "all"), sort: choice(SORTS, "-created_at") },
  part: "view",
});
export type PostFilter = FilterOf<typeof POSTS>;

export const postKeys = {
  lists: ["posts", "list"],
  terms: ["posts", "terms"],
  record: (id: string) => ["posts", "record", id] as const,
  history: (id: string) => ["posts", "history", id] as const,
  link: (id: string) => ["posts", "link", id] as const,
} as const;

export const postPage = pageQuery({
  codec: POSTS,
  key: postKeys.lists,
  meta: { errorTitle: "Erro ao carregar posts" },
  call: async ({ limit, cursor, ...filter }, signal) => {
    const position = { limit, ...(cursor && { cursor }) };
    const query = { ...serverFilter(filter), ...position };
    const { data, response } =
      filter.view === "trash"
        ? await api.GET("/api/blog/trash", { params: { query: position }, signal })
        : await api.GET("/api/blog", { params: { query }, signal });
    return { data: data?.posts ?? [], response };
  },
});

/** Returns the filter as query parameters of the server, without the cursor. */
export function serverFilter(filter: Partial<PostFilter>) {
  const { view } = filter;
  return {
    ...POSTS.params({ ...filter, view: "all", cursor: "" }),
    ...(view === "published" && { is_published: true }),
    ...(view === "draft" && { is_published: false, is_scheduled: false }),
    ...(view === "scheduled" && { is_scheduled: true }),
  };
}

export function findPost(id: string, signal?: AbortSignal) {
  return versioned<Post>(api.GET("/api/blog/{id}", { params: { path: { id } }, ...(signal && { signal }) }));
}

export const openedPost = (id: string) =>
  queryOptions({
    queryKey: postKeys.record(id),
    queryFn: ({ signal }) => findPost(id, signal),
    // Not cached, so that an editor starts from the current version.
    gcTime: 0,
  });

/** Query for the categories and tags of posts. */
export const postTerms = queryOptions({
  queryKey: postKeys.terms,
  queryFn: ({ signal }) => body(api.GET("/api/blog/terms", { signal })),
});

const findHistory =
  (id: string): FindHistory =>
  (query, signal) =>
    api.GET("/api/blog/{id}/history", { params: { path: { id }, query }, ...(signal && { signal }) });

export const postHistory = (id: string) => historyQuery(postKeys.history(id), findHistory(id));

export const findLatest = (id: string) => findLatestEntry(findHistory(id));

export const postLink = (id: string) =>
  queryOptions({
    queryKey: postKeys.link(id),
    queryFn: ({ signal }) =>
      body(api.GET("/api/blog/{id}/preview-link", { params: { path: { id } }, signal })),
  });

/**
 * Query for what happens when a post is published for the first time. Its key starts like the newsletter's, so that changes of
 * the newsletter's settings refetch it.
 */
export const newPostMode = queryOptions({
  queryKey: ["newsletter", "settings", "new_post"],
  queryFn: ({ signal }) => body(api.GET("/api/newsletter/settings", { signal })),
  select: ({ new_post }) => new_post,
});

/** Query for the HTML page of a post with unsaved input. */
export const postPreview = (input: PostInput) =>
  queryOptions({
    queryKey: ["post-preview", input],
    queryFn: ({ signal }) => body(api.POST("/api/blog/preview", { body: input, signal })),
    gcTime: 0,
    retry: false,
    select: ({ html }) => html,
  });
