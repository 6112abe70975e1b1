/** Posts as the server gives them, and the keys they are cached under. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { Post, PostInput } from "@/api/types";
import { type FindHistory, findLatestEntry, historyQuery, versioned } from "@/api/versioned";
import { type Reach, reachOf } from "@/panel/list/search-coverage";
import { type PostFilter, serverFilter } from "./post-filter";

export const PAGE_SIZE = 50;

export interface PostPage {
  posts: Post[];
  /** How many match in all. */
  total: number;
  /** How far they were looked for and counted. */
  reach: Reach;
  /** The next page's cursor. */
  next: string | null;
}

export const postKeys = {
  all: ["posts"],
  lists: ["posts", "list"],
  list: (filter: PostFilter) => ["posts", "list", filter] as const,
  record: (id: string) => ["posts", "record", id] as const,
  history: (id: string) => ["posts", "history", id] as const,
  link: (id: string) => ["posts", "link", id] as const,
} as const;

export const postPage = (filter: PostFilter) =>
  queryOptions({
    queryKey: postKeys.list(filter),
    queryFn: async ({ signal }): Promise<PostPage> => {
      const place = { limit: PAGE_SIZE, ...(filter.cursor && { cursor: filter.cursor }) };
      const { data, response } =
        filter.view === "trash"
          ? await api.GET("/api/blog/trash", { params: { query: place }, signal })
          : await api.GET("/api/blog", { params: { query: { ...serverFilter(filter), ...place } }, signal });
      const posts = data?.posts ?? [];
      return {
        posts,
        total: Number(response.headers.get("X-Total-Count") ?? posts.length),
        reach: reachOf(response.headers),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    // The rows stay while others of the same view come; another view starts from nothing.
    placeholderData: (previous: PostPage | undefined, query) =>
      query?.queryKey[2].view === filter.view ? previous : undefined,
    meta: { error_title: "Erro ao carregar posts" },
  });

export function findPost(id: string, signal?: AbortSignal) {
  return versioned<Post>(api.GET("/api/blog/{id}", { params: { path: { id } }, ...(signal && { signal }) }));
}

export const postRecord = (id: string) =>
  queryOptions({
    queryKey: postKeys.record(id),
    queryFn: ({ signal }) => findPost(id, signal),
    // An editor starts from what is there now.
    gcTime: 0,
    meta: { error_title: "Erro ao carregar posts" },
  });

export const postTerms = queryOptions({
  queryKey: ["posts", "terms"],
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

/** The page of a post as the site would show what is being typed. */
export const postPreview = (input: PostInput) =>
  queryOptions({
    queryKey: ["post-preview", input],
    queryFn: ({ signal }) => body(api.POST("/api/blog/preview", { body: input, signal })),
    gcTime: 0,
    retry: false,
    select: ({ html }) => html,
  });
