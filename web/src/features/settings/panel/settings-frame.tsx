/** What stands around the fields of every form of the settings: waiting, saving, history, conflicts. */
import type { ReactNode } from "react";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { ConflictDialog } from "@/panel/edit/conflict-dialog";
import { KeptNotice } from "@/panel/edit/kept-notice";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { onSaveKey } from "@/panel/edit/save-key";
import { HistoryButton } from "./history-button";
import { fieldLabel, type RecordName } from "./records";
import type { SettingsForm } from "./use-settings-form";

interface SettingsFrameProps {
  form: SettingsForm;
  /** What the button that saves says. */
  action: string;
  /** The record whose history is offered. */
  history: RecordName;
  children: ReactNode;
}

export function SettingsFrame({ form, action, history, children }: SettingsFrameProps) {
  if (form.error && !form.isReady && !form.isDirty) {
    return (
      <div className="border-line bg-surface rounded-lg border">
        <LoadingFailed
          title="Não foi possível carregar as configurações do site."
          reason={messageOf(form.error, "Tente novamente mais tarde.")}
          busy={form.isRetrying}
          onRetry={form.retry}
        />
      </div>
    );
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl S belongs to the whole form
    <form
      className="border-line bg-surface rounded-lg border"
      aria-busy={!form.isReady}
      noValidate
      onKeyDown={onSaveKey(() => {
        if (form.isReady && !form.isSaving) void form.submit();
      })}
      onSubmit={(event) => void form.submit(event)}
    >
      <fieldset disabled={!form.isReady} className="group min-w-0 disabled:opacity-60">
        <FormKept form={form} className="m-4 mb-0 sm:mx-6" />
        <div className="divide-line divide-y">{children}</div>
        {/* On the left, where no message covers it. */}
        <div className="border-line bg-surface sticky bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t px-4 py-3 sm:px-6">
          <Button type="submit" variant="primary" busy={form.isSaving} disabled={form.isSaving}>
            {form.isSaving ? "Salvando..." : action}
          </Button>
          <HistoryButton name={history} />
          <p role="status" className="text-muted text-sm">
            {form.isDirty ? "Alterações não salvas" : ""}
          </p>
        </div>
      </fieldset>
      <FormConflict form={form} />
    </form>
  );
}

interface FormKeptProps {
  form: SettingsForm;
  className?: string;
}

export function FormKept({ form: { kept, discard }, className }: FormKeptProps) {
  return kept && <KeptNotice kept={kept} className={className} onDiscard={discard} />;
}

export function FormConflict({ form }: { form: SettingsForm }) {
  const { conflict } = form;
  if (!conflict) return null;
  const fields = conflict.fields.map((name) => ({
    name,
    label: fieldLabel(name),
    mine: form.form.getValues(name),
    theirs: conflict.theirs.document[name] ?? "",
  }));
  return (
    <ConflictDialog
      key={conflict.theirs.etag}
      fields={fields}
      savedBy={conflict.savedBy}
      busy={form.isSaving}
      onResolve={form.resolve}
      onClose={form.dropConflict}
    />
  );
}

interface SectionProps {
  title: string;
  /** Where else the facts stand, and what they are for. */
  text: ReactNode;
  children: ReactNode;
}

/** Fields that belong together. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className="grid gap-x-8 gap-y-4 px-4 py-5 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-sm font-semibold">{title}</h2>
        <p className="text-muted mt-1 text-sm text-pretty">{text}</p>
      </div>
      <div className="grid max-w-2xl gap-4">{children}</div>
    </section>
  );
}
