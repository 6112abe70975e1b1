/** The form of a page in sections, with the preview beside it on wide screens, or in a dialog. */
import { ChevronRight, Eye, RotateCcw } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

import type { FormField } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { HistoryButton } from "@/panel/edit/history-dialog";
import { fieldsOf, isScalar } from "./control";
import { DefaultNotice } from "./default-notice";
import { PageField } from "./field";
import { at, below, isWithin, type Json, valueAt } from "./json-path";
import { changesBetween } from "./merge";
import { PagePreview } from "./preview";
import { pageHistory } from "./queries";
import type { PageEditor } from "./use-page-editor";
import { isLegal, keepsVersion, VersionDialog } from "./version-dialog";

interface PageEditingProps {
  editor: PageEditor;
  /** Whether the saved texts differ from the default ones. */
  isChanged: boolean;
}

export function PageEditing({ editor, isChanged }: PageEditingProps) {
  const isWide = useIsWide();
  const edited = useEditedPath();
  const [isAsking, setAsking] = useState(false);
  const previewDialog = useDialog<true>("preview", { hasForm: false });
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
      <EditorFrame
        layout="page"
        label={`Textos: ${editor.page.label}`}
        editor={editor}
        action="Salvar página"
        isDirty={editor.isDirty}
        canSave={editor.isDirty && !editor.isBusy}
        onSave={() => (keepsVersion(editor) ? setAsking(true) : editor.save())}
        buttons={
          <Buttons
            editor={editor}
            isChanged={isChanged}
            onPreview={isWide ? undefined : () => previewDialog.open(true)}
          />
        }
      >
        <FactsHint isLegal={isLegal(editor.page.name)} />
        {isChanged && <DefaultNotice editor={editor} />}
        <Sections editor={editor} />
      </EditorFrame>
      {isAsking && <VersionDialog editor={editor} onClose={() => setAsking(false)} />}
      {isWide && <div className="sticky top-20 h-[calc(100dvh-9.5rem)] min-w-0">{preview}</div>}
      {!isWide && previewDialog.opened && (
        <Modal size="preview" title={editor.page.label} onClose={previewDialog.close}>
          <div className="min-h-0 grow p-4">{preview}</div>
        </Modal>
      )}
    </div>
  );
}

/** Facts with the periods of the retention rules and of backups. */
const RETENTION_FACTS = [
  "{retention_open_contacts}",
  "{retention_archived_contacts}",
  "{retention_replies}",
  "{retention_pending_subscriptions}",
  "{retention_ended_subscriptions}",
  "{retention_messages}",
  "{retention_audit_names}",
  "{retention_backups}",
];

function FactsHint({ isLegal }: { isLegal: boolean }) {
  return (
    <details className="text-muted mb-4 text-sm">
      <summary className="hover:text-ink w-fit rounded-sm">Nomes entre chaves, como {"{company}"}</summary>
      <p className="mt-2 text-pretty">
        Os textos entre chaves são trocados pelos dados da empresa: {"{company}"}, {"{city}"}, {"{founded}, "}
        {"{years}"}, {"{year}"}, {"{promise}"}, {"{promises_met}"}, {"{phone}"}, {"{email}"} e {"{address}"}.
        Quando um dado está em branco, some a frase, ou só a parte entre colchetes; depois de uma barra vem o
        que aparece no lugar dela: {"[Desde {founded} cuidando|Cuidamos]"}.
        {isLegal && (
          <>
            {" "}
            Nos textos legais valem também {"{legal_name}"}, {"{cnpj}"}, {"{data_officer}"} e{" "}
            {"{data_officer_contact}"}, e o que o site usa, em branco quando não usa: {"{own_measurement}"},{" "}
            {"{google_analytics}"}, {"{meta_pixel}"}, {"{hotjar}"}, {"{tags}"} (essas três juntas),{" "}
            {"{mail_server}"}, {"{file_storage}"}, {"{encrypted_connection}"} e {"{backups}"}. Os prazos de
            guarda que a empresa definiu, em branco quando desligados, são {RETENTION_FACTS.join(", ")}.
          </>
        )}
      </p>
    </details>
  );
}

/** One section for the single texts of the page, and one for each of its groups and lists. */
function Sections({ editor: { page, draft, problems, update } }: { editor: PageEditor }) {
  const fields = fieldsOf(page.form, draft);
  const singles = fields.filter(({ control }) => isScalar(control));
  const parts = fields.filter(({ control }) => !isScalar(control));
  const count = (names: readonly string[]) =>
    Object.keys(problems).filter((path) => names.some((name) => isWithin(path, name))).length;
  const draw = ({ control, label, hint }: FormField, path: string) => (
    <PageField
      key={path}
      control={control}
      label={label}
      hint={hint}
      path={path}
      value={valueAt(draft, path)}
      problems={problems}
      update={update}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      {singles.length > 0 && (
        <Section title="Textos da página" problems={count(singles.map(({ name }) => name))}>
          {singles.map((field) => draw(field, field.name))}
        </Section>
      )}
      {parts.map((part) => (
        <Section key={part.name} title={part.label} path={part.name} problems={count([part.name])}>
          {part.hint && part.control.kind !== "list" && <p className="text-muted text-xs">{part.hint}</p>}
          {part.control.kind === "list"
            ? draw(part, part.name)
            : fieldsOf(part.control, at(draft, part.name)).map((inner) =>
                draw(inner, below(part.name, inner.name)),
              )}
        </Section>
      ))}
    </div>
  );
}

interface SectionProps {
  title: string;
  path?: string;
  /** Number of invalid fields. */
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

function PageHistory({ editor: { page, isDirty, restore } }: { editor: PageEditor }) {
  return (
    <HistoryButton<Json>
      title={page.label}
      query={pageHistory(page.name)}
      changesBetween={(older, newer) => changesBetween(page.form, older, newer)}
      restore={(version) => restore(version)}
      hasOwnVersion={isLegal(page.name)}
      restoredText={isDirty ? " O que você digitou e não salvou continua no formulário." : ""}
    />
  );
}

interface ButtonsProps {
  editor: PageEditor;
  isChanged: boolean;
  /** Opens the preview in a dialog; undefined if the preview is beside the form. */
  onPreview: (() => void) | undefined;
}

function Buttons({ editor, isChanged, onPreview }: ButtonsProps) {
  const { isDirty, isBusy, discard, reset } = editor;
  return (
    <>
      {onPreview && (
        <Button onClick={onPreview}>
          <Eye aria-hidden />
          Prévia
        </Button>
      )}
      <PageHistory editor={editor} />
      {!isDirty && isChanged ? (
        <Button variant="ghost" disabled={isBusy} onClick={reset}>
          <RotateCcw aria-hidden />
          Voltar ao padrão
        </Button>
      ) : (
        // Takes its space from the start, so that the bar doesn't grow with the first change.
        <Button
          variant="ghost"
          className={isDirty ? undefined : "invisible"}
          disabled={isBusy}
          onClick={discard}
        >
          Descartar alterações
        </Button>
      )}
    </>
  );
}

/** Returns the path of the field that had the focus last. */
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

/** Returns whether the window is wide enough for form and preview side by side. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      WIDE.addEventListener("change", changed);
      return () => WIDE.removeEventListener("change", changed);
    },
    () => WIDE.matches,
  );
}
