/** Columns of the list of posts, and the actions on one post or on the selected posts. */
import { ArchiveRestore, ExternalLink, Eye, EyeOff, Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import type { Post } from "@/api/types";
import { panelPaths, paths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatCount, formatDate, formatDateTime } from "@/panel/format";
import { BulkButton } from "@/panel/list/bulk-bar";
import { focusRow, neighborRow } from "@/panel/list/focus-row";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-actions";
import { RowLink } from "@/panel/list/row-link";
import { type PostBulkAction, useChangePosts, useDeletePost, useRestorePost } from "./changes";
import { PostStatus } from "./post-status";
import { type PostFilter, POSTS } from "./queries";

export const CARDS: Cards = {
  narrow: '"select title actions" "select status date" / 1.25rem minmax(0, 1fr) auto',
};

export const columnsOf = (onDelete: (post: Post) => void): RecordColumn<Post>[] => [
  column("title", "Título", (post) => <Title post={post} />, {
    width: "minmax(10rem, 2.4fr)",
    className: "overflow-visible",
  }),
  column("category", "Categoria", ({ category }) => category || <span aria-hidden>–</span>, {
    width: "minmax(7rem, 1fr)",
  }),
  column("author", "Autor", ({ author }) => author, { width: "minmax(5rem, 0.8fr)" }),
  column("status", "Status", (post) => <Status post={post} />, {
    width: "minmax(8.5rem, 1.1fr)",
    className: "whitespace-normal",
  }),
  column(
    "date",
    "Criado em",
    ({ created_at }) => <time dateTime={created_at}>{formatDate(created_at)}</time>,
    { width: "5.5rem", className: "@max-table:text-end @max-table:text-xs" },
  ),
  column("actions", "Ações", (post) => <Actions post={post} onDelete={onDelete} />, {
    width: "6.5rem",
    isHeadingHidden: true,
  }),
];

const TITLE = "font-medium line-clamp-2 whitespace-normal @table:line-clamp-1";

function Title({ post: { id, title, slug, deleted_at } }: { post: Post }) {
  return (
    <>
      {deleted_at ? (
        <span className={cn("text-ink", TITLE)} title={title}>
          {title}
        </span>
      ) : (
        <RowLink codec={POSTS} id={id} path={panelPaths.post(id)} className={TITLE}>
          {title}
        </RowLink>
      )}
      <span className="block truncate text-xs">/blog/{slug}</span>
    </>
  );
}

/** Status of a post, with the time of the next scheduled change or of the deletion. */
function Status({ post }: { post: Post }) {
  const { publish_at, unpublish_at, deleted_at } = post;
  const [note, time] = deleted_at
    ? ["Excluído em ", deleted_at]
    : publish_at
      ? ["Sai em ", publish_at]
      : ["Até ", unpublish_at];
  return (
    <>
      <PostStatus post={post} />
      {time && (
        <span className="mt-0.5 block text-xs">
          {note}
          <time dateTime={time} className="whitespace-nowrap">
            {formatDateTime(time)}
          </time>
        </span>
      )}
    </>
  );
}

function Actions({ post, onDelete }: { post: Post; onDelete: (post: Post) => void }) {
  if (post.deleted_at) return <RestoreButton post={post} />;
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
      <RowAction
        icon={Trash2}
        label="Excluir"
        name={`Excluir ${post.title}`}
        isDanger
        onClick={() => onDelete(post)}
      />
    </div>
  );
}

function RestoreButton({ post }: { post: Post }) {
  const restore = useRestorePost();
  return (
    <Button
      size="sm"
      once
      busy={restore.isPending}
      aria-label={`Restaurar ${post.title}`}
      data-record={post.id}
      onClick={() => restore.mutate(post)}
    >
      <ArchiveRestore aria-hidden />
      Restaurar
    </Button>
  );
}

export function DeletePostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const remove = useDeletePost();
  const focusedId = useRef<string | undefined>(post.id);
  function confirm(): void {
    const neighbor = neighborRow([post.id]);
    remove.mutate(post, {
      onSuccess: () => (focusedId.current = neighbor),
      onSettled: onClose,
    });
  }
  return (
    <ConfirmDialog
      question="Tem certeza que deseja excluir este post?"
      action="Excluir"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={() => focusRow(focusedId.current)}
    >
      <strong className="font-medium">{post.title}</strong> sai do site na hora e fica na lixeira por 30 dias.
    </ConfirmDialog>
  );
}

interface BulkActionsProps {
  view: PostFilter["view"];
  ids: string[];
  onDone: () => void;
}

export function BulkActions({ view, ids, onDone }: BulkActionsProps) {
  const change = useChangePosts();
  const busy = change.isPending;
  const [isAsking, setAsking] = useState(false);
  const act = (action: PostBulkAction) =>
    change.mutate({ ids, action }, { onSuccess: onDone, onSettled: () => setAsking(false) });
  if (view === "trash") {
    return <BulkButton icon={ArchiveRestore} label="Restaurar" busy={busy} onClick={() => act("restore")} />;
  }
  const isOne = ids.length === 1;
  return (
    <>
      <BulkButton icon={Eye} label="Publicar" busy={busy} onClick={() => act("publish")} />
      <BulkButton icon={EyeOff} label="Despublicar" busy={busy} onClick={() => act("unpublish")} />
      <BulkButton icon={Trash2} label="Excluir" isDanger busy={busy} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          question={`Tem certeza que deseja excluir ${isOne ? "este post" : "estes posts"}?`}
          action="Excluir"
          busy={busy}
          onConfirm={() => act("delete")}
          onClose={() => setAsking(false)}
        >
          {formatCount(ids.length, "post sai", "posts saem")} do site na hora e {isOne ? "fica" : "ficam"} na
          lixeira por 30 dias.
        </ConfirmDialog>
      )}
    </>
  );
}
