/** The editor of a post: what is written on top, what is said about it below, how it is saved at the foot. */
import { Maximize2, Minimize2 } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from "react";

import type { Post } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { LeaveDialog } from "@/panel/edit/editor-dialog";
import { EditorConflict } from "@/panel/edit/editor-frame";
import { LocalDraftNotice } from "@/panel/edit/local-draft-notice";
import { isSaveKey } from "@/panel/edit/save-key";
import type { Versioned } from "@/lib/versioned";
import { Tooltip } from "@/panel/controls/tooltip";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { EditorFooter } from "./editor-footer";
import { EditorWindow, useWidth } from "./editor-window";
import { useRestorePost } from "./post-changes";
import { PostDetails } from "./post-details";
import type { PostDraft } from "./post-draft";
import { PostPlan } from "./post-plan";
import { PostSeo } from "./post-seo";
import { PostWriting } from "./post-writing";
import { SaveState } from "./save-state";
import { usePostEditor } from "./use-post-editor";

/** How long leaving the editor waits for a server that does not answer. */
const TIMEOUT_MS = 3_000;

const timeout = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), TIMEOUT_MS));

interface PostEditorProps {
  /** Null for a new one. */
  opened: Versioned<Post> | null;
  /** Input from an earlier visit that isn't saved. */
  stored: PostDraft | null;
  onClose: () => void;
  onClosed: () => void;
  onSaved: (id: string) => void;
  /** Opens the saved version of the post, whose id may be new. */
  onStartOver: (id: string | undefined) => void;
}

export function PostEditor({ opened, stored, onClose, onClosed, onSaved, onStartOver }: PostEditorProps) {
  const editor = usePostEditor(opened, stored);
  const unsaved = useUnsavedChanges(editor.isDirty || editor.cover.text !== "", editor.discard);
  const [isWide, toggleWide] = useWidth();
  const [isLeaving, setLeaving] = useState(false);

  const hasLeft = useRef(false);
  const isTrying = useRef(false);

  /** Once, whether by saving, by leaving, or by both at a time. */
  function leave(id = editor.base?.value.id): void {
    if (hasLeft.current) return;
    hasLeft.current = true;
    if (id) onSaved(id);
    unsaved.forget();
    onClose();
  }

  /** A draft needs no question, as it is saved on the way out, unless that takes long. */
  async function tryToLeave(): Promise<void> {
    if (isTrying.current) return;
    isTrying.current = true;
    const isSafe = await Promise.race([editor.saveBeforeLeaving(), timeout()]);
    isTrying.current = false;
    if (isSafe) leave();
    else setLeaving(true);
  }

  async function save(andClose: boolean): Promise<void> {
    const saved = await editor.save();
    if (saved && andClose) leave(saved.id);
  }

  const startOver = () => onStartOver(editor.base?.value.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (editor.work !== "saving") void save(true);
  };
  const press = (event: KeyboardEvent) => {
    // Enter in a single-line field would save and close the dialog.
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat && editor.work !== "saving") void save(false);
  };

  return (
    <EditorWindow onClose={() => void tryToLeave()} onClosed={onClosed} isWide={isWide}>
      <div className="border-line flex items-center gap-3 border-b py-3 pr-3 pl-5">
        <ModalTitle className="shrink-0 text-base font-semibold">
          {editor.isNew ? "Novo Post" : "Editar Post"}
        </ModalTitle>
        <SaveState editor={editor} />
        <Tooltip label={isWide ? "Janela normal" : "Janela larga"}>
          <Button
            variant="ghost"
            size="icon"
            className="hidden lg:inline-flex"
            aria-label="Janela larga"
            aria-pressed={isWide}
            onClick={toggleWide}
          >
            {isWide ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          </Button>
        </Tooltip>
        <ModalClose />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl S belongs to the whole form */}
      <form className="flex min-h-0 grow flex-col" noValidate onSubmit={submit} onKeyDown={press}>
        <div className="grid min-h-0 grow content-start gap-6 overflow-y-auto px-4 py-5 sm:px-5">
          {stored && editor.base === stored.base && <LocalDraftNotice draft={stored} onDiscard={startOver} />}
          {editor.isDeleted && editor.base && (
            <DeletedNotice post={editor.base.value} onRestored={editor.restored} />
          )}
          <PostWriting editor={editor} />
          <PostDetails editor={editor} />
          <PostPlan editor={editor} />
          <PostSeo editor={editor} />
        </div>
        <EditorFooter editor={editor} onCancel={() => void tryToLeave()} onRestored={startOver} />
      </form>
      <EditorConflict
        conflict={editor.conflict}
        isSaving={editor.work === "saving"}
        resolve={(choices) => void editor.resolve(choices).then((saved) => saved && leave(saved.id))}
        dismissConflict={editor.dismissConflict}
      />
      {isLeaving && (
        <LeaveDialog
          onLeave={() => {
            editor.discard();
            leave();
          }}
          onStay={() => setLeaving(false)}
        />
      )}
    </EditorWindow>
  );
}

/** Explains that another person has deleted the post, and offers to restore it. */
function DeletedNotice({ post, onRestored }: { post: Post; onRestored: () => void }) {
  const restore = useRestorePost();
  return (
    <div
      role="status"
      className="bg-warning-soft text-warning flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm"
    >
      <span className="min-w-0 grow basis-64">
        Outra pessoa excluiu este post agora. O que você digitou continua aqui: restaure-o para salvar.
      </span>
      <Button
        once
        size="sm"
        busy={restore.isPending}
        onClick={() => restore.mutate(post, { onSuccess: onRestored })}
      >
        Restaurar
      </Button>
    </div>
  );
}
