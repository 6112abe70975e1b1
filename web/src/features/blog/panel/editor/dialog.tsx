/** The dialog with a post's editor, at the post's panel address; `/admin/blog/new` for a new post. */
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
import { NEW, readPostDraft, removePostDraft } from "./local-draft";
import { isChanged } from "./record";

export function PostDialog() {
  const { id = NEW } = useParams();
  if (id === NEW) return <EditedPost id={NEW} opened={null} onReload={() => Promise.resolve()} />;
  return <SavedPost key={id} id={id} />;
}

function SavedPost({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...openedPost(id),
    // A newer version must not replace typed text. The editor finds it when it saves.
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
  const focusOn = useRef(id);
  const navigate = useNavigate();

  async function startOver(saved = id): Promise<void> {
    removePostDraft(id);
    removePostDraft(saved);
    if (saved !== id) {
      // The new post has been saved automatically and has an address now.
      const { to, ...options } = linkTo(panelPaths.post(saved));
      await navigate(to, { ...options, replace: true });
      return;
    }
    await onReload();
    setRestarts((before) => before + 1);
  }

  return (
    <RecoveredEditor
      // Not the version: data that is fetched while the user types must not restart the editor.
      key={restarts}
      id={id}
      opened={opened}
      onClose={close}
      onClosed={() => focusRow(focusOn.current)}
      onSaved={(saved) => (focusOn.current = saved)}
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

/** Starts from the draft in the browser's storage if it differs from the saved version. */
function RecoveredEditor({ id, opened, ...rest }: RecoveredEditorProps) {
  const [stored] = useState(() => {
    const draft = readPostDraft(id);
    return draft && isChanged(opened, draft.fields) ? draft : null;
  });
  return <PostEditor opened={opened} stored={stored} {...rest} />;
}
