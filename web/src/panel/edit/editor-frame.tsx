/**
 * The form of an editor: a notice of recovered input, the fields, a bar that starts with the button that saves, Ctrl+S, and the
 * dialog about conflicts. `<EditorFrame layout="card" editor={editor} action="Salvar" onSave={submit}>fields</EditorFrame>`
 */
import { History } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { formatDateTime } from "@/panel/format";
import { ConflictDialog } from "./conflict-dialog";
import type { StoredAt } from "./local-draft";
import { deletedText } from "./record-fields";
import { useSaveKey } from "./save-key";
import type { EditorState } from "./use-versioned-record";

/** The buttons are at the left, where no toast covers them. */
const BAR = "border-line flex flex-wrap items-center gap-x-3 gap-y-2";

const LAYOUTS = {
  /** Fills a dialog; the fields scroll. */
  dialog: {
    form: "flex min-h-0 flex-1 flex-col",
    body: "flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-5 py-5 *:shrink-0",
    notice: "",
    bar: "border-t px-5 py-3",
  },
  /** Sections on a card; the bar is always visible. */
  card: {
    form: "border-line bg-surface rounded-lg border",
    body: "divide-line divide-y",
    notice: "m-4 mb-0 sm:mx-6",
    bar: "save-bar bg-surface sticky bottom-0 z-10 rounded-b-lg border-t px-4 py-3 sm:px-6",
  },
  /** Directly on the screen; the bar is always visible. */
  page: {
    form: "min-w-0",
    body: "min-w-0",
    notice: "mb-4",
    bar: "save-bar bg-surface sticky bottom-0 z-10 mt-4 rounded-lg border px-4 py-3",
  },
  /** Part of a screen or dialog that scrolls. */
  inline: { form: "", body: "grid gap-5", notice: "", bar: "mt-5 border-t pt-5" },
} as const;

interface EditorFrameProps {
  editor: EditorState;
  layout: keyof typeof LAYOUTS;
  /** Accessible name of the form. */
  label?: string;
  /** Label of the button that saves. */
  action: string;
  /**
   * Whether the bar says that changes are unsaved. Without it, the bar never says so. In the `page` layout only screen readers
   * announce it, because the bar has little room; `buttons` show it.
   */
  isDirty?: boolean;
  /** False while the record loads. */
  isReady?: boolean;
  /** False where saving would change nothing. */
  canSave?: boolean;
  onSave: () => void;
  onCancel?: (() => void) | undefined;
  /** Further buttons of the bar. */
  buttons?: ReactNode;
  /** Shown above the fields. */
  notice?: ReactNode;
  children: ReactNode;
}

export function EditorFrame(props: EditorFrameProps) {
  const { editor, layout, label, isReady = true, canSave = true, onSave, notice, children } = props;
  const classes = LAYOUTS[layout];
  const save = () => {
    if (isReady && canSave && !editor.isSaving) onSave();
  };
  const saveKey = useSaveKey(save);
  return (
    <>
      <form
        {...saveKey}
        className={cn("outline-none", classes.form)}
        tabIndex={-1}
        aria-label={label}
        aria-busy={!isReady}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Not the form of a dialog that the fields have opened.
          if (event.target === event.currentTarget) save();
        }}
      >
        <fieldset role="none" disabled={!isReady} className="contents">
          <div className={cn(classes.body, !isReady && "opacity-60")}>
            {editor.recovered && (
              <LocalDraftNotice
                draft={editor.recovered}
                className={classes.notice}
                onDiscard={editor.discard}
              />
            )}
            {notice}
            {children}
          </div>
          <EditorBar {...props} className={classes.bar} />
        </fieldset>
      </form>
      <EditorConflict {...editor} />
    </>
  );
}

function EditorBar(props: EditorFrameProps & { className: string }) {
  const { editor, layout, action, isDirty, canSave = true, onCancel, buttons, className } = props;
  return (
    <div className={cn(BAR, className)}>
      <Button type="submit" variant="primary" busy={editor.isSaving} disabled={!canSave}>
        {editor.isSaving ? "Salvando..." : action}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
      {buttons}
      {isDirty !== undefined && (
        <p role="status" className={cn("text-muted text-sm", layout === "page" && "sr-only")}>
          {isDirty ? "Alterações não salvas" : ""}
        </p>
      )}
    </div>
  );
}

/** Asks which values to save, while two changes of a record conflict. */
export function EditorConflict(
  props: Pick<EditorState, "conflict" | "isSaving" | "resolve" | "dismissConflict">,
) {
  const { conflict, isSaving, resolve, dismissConflict } = props;
  if (!conflict) return null;
  return (
    <ConflictDialog
      // Saving the choices may lead to another conflict, which needs new choices.
      key={JSON.stringify(conflict.fields)}
      fields={conflict.fields}
      savedBy={conflict.savedBy}
      isOwn={conflict.isOwn}
      busy={isSaving}
      onResolve={resolve}
      onClose={dismissConflict}
    />
  );
}

interface DeletedNoticeProps {
  /** The record, such as 'este serviço'. */
  thisOne: string;
  isRestoring: boolean;
  /** Missing if a deleted record can't be restored. */
  onRestore?: (() => void) | undefined;
  className?: string | undefined;
}

/** Explains that another person has deleted the record, with a button to restore it. */
export function DeletedNotice({ thisOne, isRestoring, onRestore, className }: DeletedNoticeProps) {
  const notice = useFocusOnForm();
  return (
    <div
      ref={notice}
      role="status"
      className={cn(
        "bg-warning-soft text-warning flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm",
        className,
      )}
    >
      <span className="min-w-0 grow basis-64">
        {deletedText(thisOne)}{" "}
        {onRestore
          ? "O que você digitou continua aqui: restaure para salvar."
          : "Não há como restaurar nem salvar o que você digitou."}
      </span>
      {onRestore && (
        <Button once size="sm" busy={isRestoring} onClick={onRestore}>
          Restaurar
        </Button>
      )}
    </div>
  );
}

/** Returns a ref for an element of a form. When the element is removed with the focus in it, the form gets the focus. */
function useFocusOnForm(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const removed = element.current;
    return () => {
      if (removed?.contains(document.activeElement)) removed.closest("form")?.focus();
    };
  }, []);
  return element;
}

interface LocalDraftNoticeProps {
  draft: StoredAt;
  className?: string | undefined;
  onDiscard: () => void;
}

/** Explains that the form shows unsaved input from an earlier visit, with a button to discard it. */
export function LocalDraftNotice({ draft, className, onDiscard }: LocalDraftNoticeProps) {
  return (
    <div
      role="status"
      className={cn(
        "bg-info-soft text-info flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm",
        className,
      )}
    >
      <p className="flex min-w-0 grow basis-64 items-center gap-4">
        <History className="size-4 shrink-0" aria-hidden />
        <span className="min-w-0">
          Recuperamos o que você digitou até {formatDateTime(draft.kept_at)} e que ainda não tinha sido salvo.
        </span>
      </p>
      <Button size="sm" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}
