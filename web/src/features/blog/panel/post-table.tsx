import "@/panel/list/record-table.css";
import "./post-table.css";
import type { Post } from "@/api/types";
import { cn } from "@/panel/cn";
import { Skeleton } from "@/panel/feedback/skeleton";
import { PostRow } from "./post-row";
import type { Selection } from "@/panel/list/use-selection";
import type { PostListPlace } from "./use-post-list";

interface PostTableProps {
  /** Undefined while the first ones are on their way. */
  posts: Post[] | undefined;
  place: PostListPlace;
  selection: Selection;
  /** The rows belong to the filter before, until those of this one come. */
  isStale: boolean;
  onDelete: (post: Post) => void;
}

const COLUMNS = ["Título", "Categoria", "Autor", "Status", "Criado em"] as const;
const AREAS = ["title", "category", "author", "status", "date"] as const;
const PLACEHOLDERS = 10;

export function PostTable({ posts, place, selection, isStale, onDelete }: PostTableProps) {
  return (
    <table className={cn("record-table post-table", isStale && "opacity-60")} aria-busy={!posts || isStale}>
      <caption className="sr-only">Posts do blog</caption>
      <thead>
        <tr>
          <th scope="col" data-area="tick">
            <input
              type="checkbox"
              className="accent-accent block size-4"
              aria-label="Selecionar todos os posts desta página"
              checked={selection.isAll}
              onChange={selection.toggleAll}
            />
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts
          ? posts.map((post) => (
              <PostRow key={post.id} post={post} place={place} selection={selection} onDelete={onDelete} />
            ))
          : Array.from({ length: PLACEHOLDERS }, (_, index) => <PlaceholderRow key={index} />)}
      </tbody>
    </table>
  );
}

function PlaceholderRow() {
  return (
    <tr aria-hidden>
      <td data-area="tick" />
      {AREAS.map((area) => (
        <td key={area} data-area={area}>
          <Skeleton className={area === "title" ? "w-11/12" : "w-3/4"} />
        </td>
      ))}
      <td data-area="actions" />
    </tr>
  );
}
