import { useState } from "react";

import type { Part } from "@/features/settings/panel/form-record";
import { FIELD_LABELS as labels } from "@/features/settings/panel/records";
import { useSettingsForm } from "@/features/settings/panel/use-settings-form";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { Field } from "@/panel/form/field";
import type { AnalyticsService } from "./services";

const MESSAGES = {
  saved: "Configurações salvas!",
  failed: "Não foi possível salvar as configurações de Analytics.",
};

interface AnalyticsDialogProps {
  service: AnalyticsService;
  onClose: () => void;
}

/** Edits the company's codes of one service. An empty field removes the code. */
export function AnalyticsDialog({ service, onClose }: AnalyticsDialogProps) {
  return (
    <EditorDialog
      title={`Configurar ${labels[service.name]}`}
      size="small"
      onClose={onClose}
      onClosed={() => document.querySelector<HTMLElement>(`[data-analytics="${service.name}"]`)?.focus()}
    >
      <CodeForm service={service} onSaved={onClose} />
    </EditorDialog>
  );
}

function CodeForm({ service, onSaved }: { service: AnalyticsService; onSaved: () => void }) {
  const [parts] = useState<readonly Part[]>(() => [
    { name: "analytics", fields: service.fields.map(({ name }) => name) },
  ]);
  const form = useSettingsForm(parts, MESSAGES, onSaved);
  const { leave } = useLeaving(form.isDirty, form.editor.removeDraft);
  return (
    <EditorFrame
      layout="dialog"
      editor={form.editor}
      action="Salvar"
      isReady={form.isReady}
      onSave={form.save}
      onCancel={leave}
    >
      {service.fields.map(({ name, label, placeholder, help }, index) => (
        <Field
          key={name}
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={index === 0 || undefined}
          hint={help}
          {...form.field(name)}
        />
      ))}
      <p className="text-muted text-xs">
        {service.category ? `${service.opens} ` : ""}Em branco, o serviço fica sem configuração.
      </p>
    </EditorFrame>
  );
}
