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

/** Edits the company's code at one service; an empty code removes it. */
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
  const [parts] = useState<readonly Part[]>(() => [{ name: "analytics", fields: [service.name] }]);
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
      <Field
        label={service.codeLabel}
        placeholder={service.placeholder}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        hint={`${service.help} Em branco, o serviço fica sem configuração.`}
        {...form.field(service.name)}
      />
    </EditorFrame>
  );
}
