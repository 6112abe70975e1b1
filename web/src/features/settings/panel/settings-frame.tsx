/** The frame of a settings form, with its loading error, buttons and history; and the sections of a form. */
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { messageOf } from "@/api/api-error";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { HistoryButton } from "@/panel/edit/history-dialog";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { restoreRecord, settingsHistory, settingsRecord } from "./queries";
import { changesBetween, RECORD_LABELS, type RecordName } from "./records";
import type { SettingsForm } from "./use-settings-form";

interface SettingsFrameProps {
  form: SettingsForm;
  /** Label of the button that saves. */
  action: string;
  /** The record whose history the button opens. */
  history: RecordName;
  children: ReactNode;
}

export function SettingsFrame({ form, action, history, children }: SettingsFrameProps) {
  if (form.error && !form.isReady && !form.isDirty) {
    return <SettingsFailed error={form.error} busy={form.isRetrying} onRetry={form.retry} />;
  }
  return (
    <EditorFrame
      layout="card"
      editor={form.editor}
      action={action}
      isDirty={form.isDirty}
      isReady={form.isReady}
      onSave={form.save}
      buttons={<SettingsHistory name={history} />}
    >
      {children}
    </EditorFrame>
  );
}

interface SettingsFailedProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

export function SettingsFailed({ error, busy, onRetry }: SettingsFailedProps) {
  return (
    <div className="border-line bg-surface rounded-lg border">
      <LoadingFailed
        title="Não foi possível carregar as configurações do site."
        reason={messageOf(error)}
        busy={busy}
        onRetry={onRetry}
      />
    </div>
  );
}

export function SettingsHistory({ name }: { name: RecordName }) {
  const cache = useQueryClient();
  async function restore(version: number, current: number): Promise<void> {
    try {
      cache.setQueryData(settingsRecord(name).queryKey, await restoreRecord(name, version, current));
    } finally {
      void cache.invalidateQueries({ queryKey: ["settings", name] });
    }
  }
  return (
    <HistoryButton
      title={RECORD_LABELS[name]}
      query={settingsHistory(name)}
      changesBetween={changesBetween}
      restore={restore}
    />
  );
}

interface SectionProps {
  title: string;
  /** What the fields are for and where else they appear. */
  text: ReactNode;
  children: ReactNode;
}

/** A group of fields under a title. */
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
