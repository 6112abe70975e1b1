/** What the list shows, as the address says it: every view of it can be linked to and gone back to. */
import type { PostSort } from "@/api/types";
import { paths } from "@/lib/paths";

export type PostView = "all" | "published" | "draft" | "scheduled" | "trash";

export interface PostFilter {
  search: string;
  view: PostView;
  sort: PostSort;
  /** Where the page before ended; empty on the first one. */
  cursor: string;
}

export const VIEWS: readonly { value: PostView; label: string }[] = [
  { value: "all", label: "Todos" },
  { value: "published", label: "Publicados" },
  { value: "draft", label: "Rascunhos" },
  { value: "scheduled", label: "Agendados" },
  { value: "trash", label: "Lixeira" },
];

export const SORTS: readonly { value: PostSort; label: string }[] = [
  { value: "-created_at", label: "Criados por último" },
  { value: "created_at", label: "Criados primeiro" },
  { value: "-updated_at", label: "Alterados por último" },
  { value: "updated_at", label: "Sem alteração há mais tempo" },
];

export const EVERYTHING: PostFilter = { search: "", view: "all", sort: "-created_at", cursor: "" };

const isSort = (text: string | null): text is PostSort => SORTS.some(({ value }) => value === text);

export function readFilter(query: URLSearchParams): PostFilter {
  const sort = query.get("sort");
  return {
    search: query.get("search") ?? "",
    view: VIEWS.find(({ value }) => value === query.get("view"))?.value ?? "all",
    sort: isSort(sort) ? sort : EVERYTHING.sort,
    cursor: query.get("cursor") ?? "",
  };
}

/** What the address has after the '?'; what is as usual is left out. */
function filterQuery({ search, view, sort, cursor }: PostFilter): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (view !== EVERYTHING.view) query.set("view", view);
  if (sort !== EVERYTHING.sort) query.set("sort", sort);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `?${query}` : "";
}

export const blogPath = (filter: PostFilter) => paths.admin.blog + filterQuery(filter);
export const postPath = (id: string, filter: PostFilter) => paths.admin.post(id) + filterQuery(filter);
export const newPostPath = (filter: PostFilter) => paths.admin.newPost + filterQuery(filter);

/** A filter as the server takes it: without what it assumes anyway. */
export function serverFilter({ search, view, sort }: PostFilter) {
  return {
    ...(search && { search }),
    ...(view === "published" && { is_published: true }),
    ...(view === "draft" && { is_published: false, is_scheduled: false }),
    ...(view === "scheduled" && { is_scheduled: true }),
    ...(sort !== EVERYTHING.sort && { sort }),
  };
}
