/** What stands around the fields of an editor: the preview, the buttons, waiting for the record, conflicts. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, SyntheticEvent } from "react";

import { messageOf } from "@/api/api-error";
import type { NavigationDraft } from "@/api/types";
import { Button } from "@/panel/controls/button";
import type { Opened } from "@/lib/opened";
import { Skeleton } from "@/panel/feedback/skeleton";
import type { KeptForm } from "@/panel/edit/kept-form";
import { useLeaving } from "@/panel/edit/editor-dialog";
import type { Kind, Named } from "./kind";
import { record } from "./navigation-queries";
import { type PreviewPart, SitePreview } from "./site-preview";

interface EditorFormProps {
  /** What the button that saves says. */
  action: string;
  isDirty: boolean;
  kept: KeptForm;
  isSaving: boolean;
  draft: NavigationDraft;
  part: PreviewPart;
  /** What has to be settled before it is saved. */
  question?: ReactNode;
  onSubmit: (event: SyntheticEvent) => void;
  children: ReactNode;
}

export function EditorForm(props: EditorFormProps) {
  const { action, isDirty, kept, isSaving, draft, part, question, onSubmit, children } = props;
  const leave = useLeaving(isDirty, kept.drop);
  return (
    <form className="flex min-h-0 flex-1 flex-col" noValidate onSubmit={onSubmit}>
      <div className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto px-5 py-5">
        {kept.notice}
        <div className="grid gap-4">{children}</div>
        <SitePreview draft={draft} part={part} />
      </div>
      <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
        <Button onClick={leave}>Cancelar</Button>
        <Button type="submit" variant="primary" disabled={isSaving}>
          {isSaving ? "Salvando..." : action}
        </Button>
      </div>
      {question}
    </form>
  );
}

interface LoadedProps<Value extends Named> {
  kind: Pick<Kind<Value, object>, "key" | "words" | "find">;
  id: string;
  children: (opened: Opened<Value>) => ReactNode;
}

/** Waits for the record that is to be edited. */
export function Loaded<Value extends Named>({ kind, id, children }: LoadedProps<Value>) {
  const { data, error } = useQuery(record(kind, id));
  const leave = useLeaving(false);
  if (data) return children(data);
  if (error) {
    return (
      <div className="grid justify-items-start gap-4 px-5 py-5">
        <p className="text-muted text-sm">{messageOf(error, "Tente novamente mais tarde.")}</p>
        <Button onClick={leave}>Voltar para a lista</Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4 px-5 py-5" role="status" aria-label="Carregando…">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-10" />
      ))}
    </div>
  );
}
