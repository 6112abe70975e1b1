/** The editor of a post: text, details, publication, SEO, and the buttons that save the post. */
import { CircleCheck, CloudOff, Maximize2, Minimize2, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";

import type { Post } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { useRestorePost } from "@/features/blog/panel/changes";
import { PostWriting } from "@/features/blog/panel/text/writing";
import { local } from "@/lib/storage";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { LeaveDialog } from "@/panel/edit/editor-dialog";
import { DeletedNotice, EditorConflict, LocalDraftNotice } from "@/panel/edit/editor-frame";
import { useSaveKey } from "@/panel/edit/save-key";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { formatTime } from "@/panel/format";
import { PostDetails } from "./details";
import { PostHistory } from "./history";
import type { PostDraft } from "./local-draft";
import { PreviewLinkButton } from "./preview-link";
import { PostPublication } from "./publication";
import { isDraft, POST } from "./record";
import { PostSeo } from "./seo";
import { type PostEditor as Editor, usePostEditor } from "./use-post-editor";

/** Maximum time that leaving the editor waits for the draft to be saved. */
const LEAVE_TIMEOUT_MS = 3_000;

const timeout = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), LEAVE_TIMEOUT_MS));

interface PostEditorProps {
  /** Null for a new post. */
  opened: Versioned<Post> | null;
  /** Unsaved input from an earlier visit. */
  stored: PostDraft | null;
  onClose: () => void;
  onClosed: () => void;
  onSaved: (id: string) => void;
  /** Discards the local draft and opens the saved version. `id` is undefined if the post was never saved. */
  onStartOver: (id: string | undefined) => void;
}

export function PostEditor(props: PostEditorProps) {
  const { opened, stored, onClosed, onStartOver } = props;
  const editor = usePostEditor(opened, stored);
  const { isLeaving, leave, tryToLeave, stay } = useLeaving(editor, props);
  const [isWide, toggleWide] = useWidth();
  const isSaving = editor.work === "saving";

  async function save(andClose: boolean): Promise<void> {
    if (isSaving) return;
    const saved = await editor.save();
    if (saved && andClose) leave(saved.id);
  }

  return (
    <Modal size={isWide ? "wide" : "page"} onClose={() => void tryToLeave()} onClosed={onClosed}>
      <Header editor={editor} isWide={isWide} onToggleWide={toggleWide} />
      <Form
        editor={editor}
        stored={stored}
        onSave={(andClose) => void save(andClose)}
        onCancel={() => void tryToLeave()}
        onStartOver={() => onStartOver(editor.base?.value.id)}
      />
      <EditorConflict
        conflict={editor.conflict}
        isSaving={isSaving}
        resolve={(choices) => void editor.resolve(choices).then((saved) => saved && leave(saved.id))}
        dismissConflict={editor.dismissConflict}
      />
      {isLeaving && (
        <LeaveDialog
          onLeave={() => {
            editor.discard();
            leave();
          }}
          onStay={stay}
        />
      )}
    </Modal>
  );
}

/** Closes the editor. Saves a draft first, and asks the user only if unsaved input remains or saving takes long. */
function useLeaving(editor: Editor, { onClose, onSaved }: Pick<PostEditorProps, "onClose" | "onSaved">) {
  const unsaved = useUnsavedChanges(editor.isDirty || editor.cover.text !== "", editor.discard);
  const [isLeaving, setLeaving] = useState(false);
  const hasLeft = useRef(false);
  const isTrying = useRef(false);

  /** Closes the editor. Further calls have no effect, because saving and leaving may end at the same time. */
  function leave(id = editor.base?.value.id): void {
    if (hasLeft.current) return;
    hasLeft.current = true;
    if (id) onSaved(id);
    unsaved.forget();
    onClose();
  }

  async function tryToLeave(): Promise<void> {
    if (isTrying.current) return;
    isTrying.current = true;
    const isSafe = await Promise.race([editor.saveBeforeLeaving(), timeout()]);
    isTrying.current = false;
    if (isSafe) leave();
    else setLeaving(true);
  }

  return { isLeaving, leave, tryToLeave, stay: () => setLeaving(false) };
}

const WIDTH_KEY = "post_editor_width";

function useWidth(): [isWide: boolean, toggle: () => void] {
  const [isWide, setWide] = useState(() => local.read(WIDTH_KEY) === "wide");
  return [
    isWide,
    () => {
      setWide(!isWide);
      local.write(WIDTH_KEY, isWide ? "normal" : "wide");
    },
  ];
}

interface HeaderProps {
  editor: Editor;
  isWide: boolean;
  onToggleWide: () => void;
}

function Header({ editor, isWide, onToggleWide }: HeaderProps) {
  return (
    <div className="border-line flex items-center gap-3 border-b py-3 pr-3 pl-5">
      <ModalTitle className="shrink-0 text-base font-semibold">
        {editor.base ? "Editar Post" : "Novo Post"}
      </ModalTitle>
      {/* A live region: its text changes with the state of saving, not at every key press. */}
      <p role="status" className="text-muted flex min-w-0 grow items-center gap-1.5 text-xs">
        {saveStateOf(editor)}
      </p>
      <Tooltip label={isWide ? "Janela normal" : "Janela larga"}>
        <Button
          variant="ghost"
          size="icon"
          className="hidden lg:inline-flex"
          aria-label="Janela larga"
          aria-pressed={isWide}
          onClick={onToggleWide}
        >
          {isWide ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
        </Button>
      </Tooltip>
      <ModalClose />
    </div>
  );
}

/** Returns the text about the state of saving; empty if there is nothing to say. */
function saveStateOf({ work, autosave, isDirty, canAutosave }: Editor): ReactNode {
  if (work === "autosaving") return "Salvando rascunho…";
  if (autosave.phase === "offline") {
    return (
      <>
        <CloudOff className="text-warning size-4 shrink-0" aria-hidden />
        <span className="text-warning">Sem resposta do servidor. O texto está guardado neste navegador.</span>
      </>
    );
  }
  if (autosave.phase === "refused") {
    return (
      <>
        <TriangleAlert className="text-warning size-4 shrink-0" aria-hidden />
        <span className="text-warning">Rascunho não salvo: {autosave.reason}</span>
      </>
    );
  }
  if (isDirty) return canAutosave ? "" : "Alterações não salvas, guardadas neste navegador";
  if (autosave.phase !== "saved") return "";
  return (
    <>
      <CircleCheck className="text-success size-4 shrink-0" aria-hidden />
      Rascunho salvo às {formatTime(autosave.at)}
    </>
  );
}

interface FormProps {
  editor: Editor;
  stored: PostDraft | null;
  onSave: (andClose: boolean) => void;
  onCancel: () => void;
  onStartOver: () => void;
}

function Form({ editor, stored, onSave, onCancel, onStartOver }: FormProps) {
  const saveKey = useSaveKey(() => onSave(false));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(true);
  };
  const press = (event: KeyboardEvent) => {
    // Otherwise Enter in a single-line field saves the post and closes the dialog.
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- receives Enter from the fields
    <form {...saveKey} className="flex min-h-0 grow flex-col" noValidate onSubmit={submit} onKeyDown={press}>
      <div className="grid min-h-0 grow content-start gap-6 overflow-y-auto px-4 py-5 sm:px-5">
        {stored && editor.base === stored.base && <LocalDraftNotice draft={stored} onDiscard={onStartOver} />}
        {editor.isDeleted && editor.base && (
          <RestorePost post={editor.base.value} onRestored={editor.restored} />
        )}
        <PostWriting editor={editor} />
        <PostDetails editor={editor} />
        <PostPublication editor={editor} />
        <PostSeo editor={editor} />
      </div>
      <Footer editor={editor} onCancel={onCancel} onRestored={onStartOver} />
    </form>
  );
}

function RestorePost({ post, onRestored }: { post: Post; onRestored: () => void }) {
  const restore = useRestorePost();
  return (
    <DeletedNotice
      thisOne={POST.thisOne}
      isRestoring={restore.isPending}
      onRestore={() => restore.mutate(post, { onSuccess: onRestored })}
    />
  );
}

interface FooterProps {
  editor: Editor;
  onCancel: () => void;
  /** Called after a former version was restored on the server. */
  onRestored: () => void;
}

function Footer({ editor, onCancel, onRestored }: FooterProps) {
  const { base, isDirty, work } = editor;
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-t px-4 py-3 sm:px-5">
      {/* The buttons are at the left, where toasts don't cover them. */}
      <div className="mr-auto flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={work === "saving"}>
          {work === "saving" ? "Salvando..." : base ? "Salvar" : "Criar Post"}
        </Button>
        {/* Leaving a draft saves it. */}
        <Button onClick={onCancel}>{isDraft(base) ? "Fechar" : "Cancelar"}</Button>
      </div>
      {base && (
        <div className="-mx-2.5 flex flex-wrap gap-x-2 sm:mx-0">
          <PostHistory opened={base} hasUnsaved={isDirty} onRestored={onRestored} />
          {!base.value.is_published && <PreviewLinkButton id={base.value.id} />}
        </div>
      )}
    </div>
  );
}
