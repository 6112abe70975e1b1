/** The window in which a post is written, with its own address: `/admin/blog/new` for one that isn't there yet. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";

import { messageOf } from "@/api/api-error";
import type { Post } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { ModalTitle } from "@/panel/dialog/modal";
import type { Versioned } from "@/lib/versioned";
import { Skeleton } from "@/panel/feedback/skeleton";
import { focusRecord } from "@/panel/list/focus-record";
import { useListState } from "@/panel/list/use-list-state";
import { EditorWindow } from "./editor-window";
import { NEW, readPostDraft, removePostDraft } from "./post-draft";
import { PostEditor } from "./post-editor";
import { postRecord, POSTS } from "./post-queries";
import { isChanged } from "./post-text";

export function PostDialog() {
  const { id = NEW } = useParams();
  return id === NEW ? <NewPost /> : <KnownPost key={id} id={id} />;
}

/** Back to the list, where it was. */
function useClose(): () => void {
  return useListState(POSTS).close;
}

function NewPost() {
  return <Writing id={NEW} opened={null} onReload={() => Promise.resolve()} />;
}

function KnownPost({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...postRecord(id),
    // What is typed is nobody's to replace: an editor asks again when it saves.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const close = useClose();
  if (data && isFetchedAfterMount) {
    return <Writing id={id} opened={data} onReload={refetch} />;
  }
  return (
    <EditorWindow onClose={close} onClosed={() => focusRecord(id)}>
      {error ? (
        <div className="grid justify-items-start gap-4 p-6">
          <ModalTitle className="text-lg font-semibold">Post não encontrado</ModalTitle>
          <p className="text-muted text-sm">{messageOf(error)}</p>
          <Button onClick={close}>Voltar para a lista</Button>
        </div>
      ) : (
        <div className="grid gap-4 p-6" role="status" aria-label="Carregando post…">
          <ModalTitle className="sr-only">Carregando post…</ModalTitle>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-60" />
        </div>
      )}
    </EditorWindow>
  );
}

interface WritingProps {
  id: string;
  opened: Versioned<Post> | null;
  onReload: () => Promise<unknown>;
}

/** One sitting at a post. It starts from what was kept here, if that never reached the server. */
function Writing({ id, opened, onReload }: WritingProps) {
  const close = useClose();
  const [sitting, setSitting] = useState(0);
  const focusOn = useRef(id);
  const navigate = useNavigate();
  const { filter, state } = useListState(POSTS);

  async function startOver(saved = id): Promise<void> {
    removePostDraft(id);
    removePostDraft(saved);
    // What was new has been saved by itself meanwhile.
    if (saved !== id) {
      await navigate(POSTS.url(filter, panelPaths.post(saved)), {
        replace: true,
        state,
        preventScrollReset: true,
      });
      return;
    }
    await onReload();
    setSitting((before) => before + 1);
  }

  return (
    <Sitting
      // What comes while somebody types, once a lost connection is back, is no reason to begin again.
      key={sitting}
      id={id}
      opened={opened}
      onClose={close}
      onClosed={() => focusRecord(focusOn.current)}
      onSaved={(saved) => (focusOn.current = saved)}
      onStartOver={(saved) => void startOver(saved)}
    />
  );
}

interface SittingProps {
  id: string;
  opened: Versioned<Post> | null;
  onClose: () => void;
  onClosed: () => void;
  onSaved: (id: string) => void;
  onStartOver: (id: string | undefined) => void;
}

function Sitting({ id, opened, ...rest }: SittingProps) {
  const [stored] = useState(() => {
    const draft = readPostDraft(id);
    return draft && isChanged(opened, draft.fields) ? draft : null;
  });
  return <PostEditor opened={opened} stored={stored} {...rest} />;
}
