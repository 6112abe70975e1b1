/** The dialog with a post's editor. Its address is that of the post in the panel, or `/admin/blog/new` for a new post. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";

import type { Post } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { openedPost, POSTS } from "@/features/blog/panel/queries";
import { panelPaths } from "@/lib/paths";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeleton } from "@/panel/feedback/skeleton";
import { focusRow } from "@/panel/list/focus-row";
import { useListState } from "@/panel/list/use-list-state";
import { PostEditor } from "./editor";
import { NEW_POST_ID, readPostDraft, removePostDraft } from "./local-draft";
import { isChanged } from "./record";

export function PostDialog() {
  const { id = NEW_POST_ID } = useParams();
  if (id === NEW_POST_ID)
    return <EditedPost id={NEW_POST_ID} opened={null} onReload={() => Promise.resolve()} />;
  return <SavedPost key={id} id={id} />;
}

function SavedPost({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...openedPost(id),
    // A newer version must not replace typed text. Saving detects it and merges or reports a conflict.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { close } = useListState(POSTS);
  if (data && isFetchedAfterMount) {
    return <EditedPost id={id} opened={data} onReload={refetch} />;
  }
  return (
    <Modal size={error ? "small" : "page"} onClose={close} onClosed={() => focusRow(id)}>
      {error ? (
        <NotFound title="Post não encontrado" error={error} onClose={close} />
      ) : (
        <div className="grid gap-4 p-6" role="status" aria-label="Carregando post…">
          <ModalTitle className="sr-only">Carregando post…</ModalTitle>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-60" />
        </div>
      )}
    </Modal>
  );
}

interface EditedPostProps {
  id: string;
  opened: Versioned<Post> | null;
  /** Fetches the saved version again. */
  onReload: () => Promise<unknown>;
}

function EditedPost({ id, opened, onReload }: EditedPostProps) {
  const { close, linkTo } = useListState(POSTS);
  const [restarts, setRestarts] = useState(0);
  const focusedId = useRef(id);
  const navigate = useNavigate();

  /** Removes the local draft and opens the saved version of the post, whose id is `saved`. */
  async function startOver(saved = id): Promise<void> {
    removePostDraft(id);
    removePostDraft(saved);
    if (saved !== id) {
      // An autosave has created the post, so it has its own address now.
      const { to, ...options } = linkTo(panelPaths.post(saved));
      await navigate(to, { ...options, replace: true });
      return;
    }
    await onReload();
    setRestarts((count) => count + 1);
  }

  return (
    <RecoveredEditor
      // The key isn't the version, because data fetched while the user types must not restart the editor.
      key={restarts}
      id={id}
      opened={opened}
      onClose={close}
      onClosed={() => focusRow(focusedId.current)}
      onSaved={(saved) => (focusedId.current = saved)}
      onStartOver={(saved) => void startOver(saved)}
    />
  );
}

interface RecoveredEditorProps {
  id: string;
  opened: Versioned<Post> | null;
  onClose: () => void;
  onClosed: () => void;
  onSaved: (id: string) => void;
  onStartOver: (id: string | undefined) => void;
}

/** The editor, which starts with the local draft if that differs from the saved version. */
function RecoveredEditor({ id, opened, ...rest }: RecoveredEditorProps) {
  const [stored] = useState(() => {
    const draft = readPostDraft(id);
    return draft && isChanged(opened, draft.fields) ? draft : null;
  });
  return <PostEditor opened={opened} stored={stored} {...rest} />;
}
