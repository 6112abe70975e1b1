/** The form of a page in its sections, the bar that saves it, and the preview: beside it, or behind a button. */
import { ChevronRight, Eye, RotateCcw } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { ConflictDialog } from "@/panel/edit/conflict-dialog";
import { KeptNotice } from "@/panel/edit/kept-notice";
import { onSaveKey } from "@/panel/edit/save-key";
import { fieldsOf, isScalar, textOf } from "./page-control";
import { at, isWithin } from "./page-document";
import { PageField } from "./page-field";
import { PageHistoryButton } from "./page-history";
import { labelOf } from "./page-merge";
import { PagePreview } from "./page-preview";
import type { PageEditor } from "./use-page-editor";

interface PageEditingProps {
  editor: PageEditor;
  /** It says something else than it did when it came. */
  isChanged: boolean;
}

export function PageEditing({ editor, isChanged }: PageEditingProps) {
  const isWide = useIsWide();
  const edited = useEditedPath();
  const [isPreviewing, setPreviewing] = useState(false);
  const preview = (
    <PagePreview
      page={editor.page}
      document={editor.draft}
      edited={edited}
      device={isWide ? "desktop" : "phone"}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl S belongs to the whole form */}
      <form
        className="min-w-0"
        onKeyDown={onSaveKey(editor.save)}
        aria-label={`Textos: ${editor.page.label}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          editor.save();
        }}
      >
        {editor.recovered && (
          <KeptNotice kept={editor.recovered} className="mb-4" onDiscard={editor.discard} />
        )}
        <p className="text-muted mb-4 text-sm text-pretty">
          Os textos entre chaves são trocados pelos dados da empresa: {"{company}"}, {"{city}"},{" "}
          {"{founded}, "}
          {"{years}"}, {"{year}"}, {"{promise}"}, {"{phone}"}, {"{email}"} e {"{address}"}. Quando um dado
          está em branco, some a frase, ou só a parte entre colchetes; depois de uma barra vem o que aparece
          no lugar dela: {"[Desde {founded} cuidando|Cuidamos]"}.
        </p>
        <Sections editor={editor} />
        <SaveBar
          editor={editor}
          isChanged={isChanged}
          {...(!isWide && { onPreview: () => setPreviewing(true) })}
        />
      </form>
      {isWide && <div className="sticky top-20 h-[calc(100dvh-9.5rem)] min-w-0">{preview}</div>}
      {!isWide && isPreviewing && (
        <Modal
          onClose={() => setPreviewing(false)}
          className="inset-x-0 top-4 bottom-0 rounded-t-xl sm:inset-6 sm:rounded-xl"
        >
          <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
            <ModalTitle className="text-base font-semibold">{editor.page.label}</ModalTitle>
            <ModalClose />
          </div>
          <div className="min-h-0 grow p-4">{preview}</div>
        </Modal>
      )}
      <Conflict editor={editor} />
    </div>
  );
}

/** Texts of a kind stand together first; each part of the page has a section of its own. */
function Sections({ editor: { page, draft, problems, update } }: { editor: PageEditor }) {
  const fields = fieldsOf(page.form, draft);
  const loose = fields.filter(({ control }) => isScalar(control));
  const parts = fields.filter(({ control }) => !isScalar(control));
  const count = (names: readonly string[]) =>
    Object.keys(problems).filter((path) => names.some((name) => isWithin(path, name))).length;
  const field = (each: (typeof fields)[number]) => (
    <PageField
      key={each.name}
      control={each.control}
      label={each.label}
      hint={each.hint}
      path={each.name}
      value={at(draft, each.name)}
      problems={problems}
      update={update}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      {loose.length > 0 && (
        <Section title="Textos da página" problems={count(loose.map(({ name }) => name))}>
          {loose.map(field)}
        </Section>
      )}
      {parts.map((part) => (
        <Section key={part.name} title={part.label} path={part.name} problems={count([part.name])}>
          {part.hint && part.control.kind !== "list" && <p className="text-muted text-xs">{part.hint}</p>}
          {part.control.kind === "list"
            ? field(part)
            : fieldsOf(part.control, at(draft, part.name)).map((inner) => (
                <PageField
                  key={inner.name}
                  control={inner.control}
                  label={inner.label}
                  hint={inner.hint}
                  path={`${part.name}.${inner.name}`}
                  value={at(at(draft, part.name), inner.name)}
                  problems={problems}
                  update={update}
                />
              ))}
        </Section>
      ))}
    </div>
  );
}

interface SectionProps {
  title: string;
  path?: string;
  /** How many of its fields are wrong. */
  problems: number;
  children: ReactNode;
}

function Section({ title, path, problems, children }: SectionProps) {
  return (
    <details className="group/section border-line bg-surface rounded-lg border">
      <summary
        data-path={path}
        className="hover:bg-sunken flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-lg px-4 py-2 sm:px-5"
      >
        <ChevronRight
          className="text-muted size-4 shrink-0 transition-transform group-open/section:rotate-90"
          aria-hidden
        />
        <h2 className="text-sm font-semibold">{title}</h2>
        {problems > 0 && (
          <Badge tone="danger">
            {problems === 1 ? "1 campo a corrigir" : `${problems} campos a corrigir`}
          </Badge>
        )}
      </summary>
      <div className="border-line grid grid-cols-1 gap-4 border-t p-4 sm:p-5">{children}</div>
    </details>
  );
}

interface SaveBarProps {
  editor: PageEditor;
  isChanged: boolean;
  /** Where the preview is behind a button. */
  onPreview?: () => void;
}

function SaveBar({ editor, isChanged, onPreview }: SaveBarProps) {
  const { isDirty, isSaving, isBusy } = editor;
  return (
    <div className="border-line bg-surface sticky bottom-0 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-lg border px-4 py-3">
      <Button type="submit" variant="primary" busy={isSaving} disabled={isBusy || !isDirty}>
        {isSaving ? "Salvando..." : "Salvar página"}
      </Button>
      {onPreview && (
        <Button onClick={onPreview}>
          <Eye aria-hidden />
          Prévia
        </Button>
      )}
      <PageHistoryButton editor={editor} />
      {isDirty ? (
        <Button variant="ghost" disabled={isBusy} onClick={editor.discard}>
          Descartar alterações
        </Button>
      ) : (
        isChanged && (
          <Button variant="ghost" disabled={isBusy} onClick={editor.reset}>
            <RotateCcw aria-hidden />
            Voltar ao padrão
          </Button>
        )
      )}
      <p role="status" className="text-muted text-sm">
        {isDirty ? "Alterações não salvas" : ""}
      </p>
    </div>
  );
}

function Conflict({ editor }: { editor: PageEditor }) {
  const { conflict } = editor;
  if (!conflict) return null;
  const fields = conflict.clashes.map((clash) => ({
    name: clash.path,
    label: labelOf(clash),
    mine: textOf(clash.control, clash.mine),
    theirs: textOf(clash.control, clash.theirs),
  }));
  return (
    <ConflictDialog
      key={conflict.theirs.etag}
      fields={fields}
      savedBy={conflict.savedBy}
      busy={editor.isSaving}
      onResolve={editor.resolve}
      onClose={editor.dropConflict}
    />
  );
}

/** The field that has the focus, or had it last. */
function useEditedPath(): string {
  const [path, setPath] = useState("");
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const focused = target instanceof Element ? target.getAttribute("data-path") : null;
      if (focused !== null) setPath(focused);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  return path;
}

const WIDE = window.matchMedia("(min-width: 80rem)");

/** Is there room for form and preview side by side? */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      WIDE.addEventListener("change", tell);
      return () => WIDE.removeEventListener("change", tell);
    },
    () => WIDE.matches,
  );
}
