import { ArchiveRestore, ExternalLink, Trash2 } from "lucide-react";
import { Link } from "react-router";

import type { Post } from "@/api/types";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { formatDate, formatDateTime } from "@/panel/format";
import { Tooltip } from "@/panel/controls/tooltip";
import { focusPost, neighborOf } from "./focus-post";
import { useRestorePost } from "./post-changes";
import { postPath } from "./post-filter";
import { PostStatus } from "./post-status";
import type { Selection } from "@/panel/list/use-selection";
import type { PostListPlace } from "./use-post-list";

interface PostRowProps {
  post: Post;
  place: PostListPlace;
  selection: Selection;
  onDelete: (post: Post) => void;
}

export function PostRow({ post, place, selection, onDelete }: PostRowProps) {
  const { id, title, slug, category, author, deleted_at } = post;
  return (
    <tr data-chosen={selection.has(id) || undefined}>
      <td data-area="tick">
        <input
          type="checkbox"
          className="accent-accent relative z-10 block size-4"
          aria-label={`Selecionar ${title}`}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      </td>
      <td data-area="title">
        {deleted_at ? (
          <span className="text-ink block truncate font-medium" data-post={id}>
            {title}
          </span>
        ) : (
          <Link
            data-row-link
            data-post={id}
            className="font-medium"
            to={postPath(id, place.filter)}
            state={place.state}
            preventScrollReset
          >
            {title}
          </Link>
        )}
        <span className="block truncate text-xs">/blog/{slug}</span>
      </td>
      <td data-area="category">{category}</td>
      <td data-area="author">{author}</td>
      <td data-area="status">
        <PostStatus post={post} />
        <Plans post={post} />
      </td>
      <td data-area="date">
        <time dateTime={post.created_at}>{formatDate(post.created_at)}</time>
      </td>
      <td data-area="actions">
        {deleted_at ? <Restore post={post} /> : <Actions post={post} onDelete={onDelete} />}
      </td>
    </tr>
  );
}

/** In the time of São Paulo, like every time in the panel. */
function Plans({ post: { publish_at, unpublish_at, deleted_at } }: { post: Post }) {
  const note = deleted_at
    ? `Excluído em ${formatDateTime(deleted_at)}`
    : publish_at
      ? `Sai em ${formatDateTime(publish_at)}`
      : unpublish_at
        ? `Até ${formatDateTime(unpublish_at)}`
        : "";
  return note && <span className="mt-0.5 block text-xs">{note}</span>;
}

function Actions({ post, onDelete }: Pick<PostRowProps, "post" | "onDelete">) {
  return (
    <div className="flex justify-end">
      {post.is_published && (
        <Tooltip label="Ver no site">
          <Button asChild variant="ghost" size="icon">
            <a
              href={`${paths.blog}/${post.slug}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`Ver ${post.title} no site`}
            >
              <ExternalLink aria-hidden />
            </a>
          </Button>
        </Tooltip>
      )}
      <Tooltip label="Excluir">
        <Button
          variant="danger"
          size="icon"
          aria-label={`Excluir ${post.title}`}
          onClick={() => onDelete(post)}
        >
          <Trash2 aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}

function Restore({ post }: { post: Post }) {
  const restore = useRestorePost();
  return (
    <Button
      size="sm"
      once
      busy={restore.isPending}
      aria-label={`Restaurar ${post.title}`}
      onClick={() => {
        const neighbor = neighborOf(post.id);
        restore.mutate(post, { onSuccess: () => focusPost(neighbor) });
      }}
    >
      <ArchiveRestore aria-hidden />
      Restaurar
    </Button>
  );
}
