import { useState } from "react";

import { Button } from "@/panel/controls/button";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { Field } from "@/panel/form/field";
import type { AnalyticsService } from "./analytics-services";
import { FIELD_LABELS as labels } from "./records";
import { FormConflict, FormKept } from "./settings-frame";
import { type Part, useSettingsForm } from "./use-settings-form";

const WORDS = {
  saved: "Configurações salvas!",
  failed: "Não foi possível salvar as configurações de Analytics.",
};

interface AnalyticsDialogProps {
  service: AnalyticsService;
  onClose: () => void;
}

/** The company's code at one service; none takes it out again. */
export function AnalyticsDialog({ service, onClose }: AnalyticsDialogProps) {
  return (
    <EditorDialog
      title={`Configurar ${labels[service.name]}`}
      isSmall
      onClose={onClose}
      onClosed={() => document.querySelector<HTMLElement>(`[data-analytics="${service.name}"]`)?.focus()}
    >
      <CodeForm service={service} onSaved={onClose} />
    </EditorDialog>
  );
}

function CodeForm({ service, onSaved }: { service: AnalyticsService; onSaved: () => void }) {
  const [parts] = useState<readonly Part[]>(() => [{ name: "analytics", fields: [service.name] }]);
  const form = useSettingsForm(parts, WORDS, onSaved);
  const leave = useLeaving(form.isDirty, form.drop);
  return (
    <>
      <form
        className="grid gap-4 overflow-y-auto p-5"
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <FormKept form={form} />
        <Field
          label={service.code}
          placeholder={service.placeholder}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          hint={`${service.help} Em branco, o serviço fica sem configuração.`}
          {...form.field(service.name)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={leave}>Cancelar</Button>
          <Button
            type="submit"
            variant="primary"
            busy={form.isSaving}
            disabled={form.isSaving || !form.isReady}
          >
            {form.isSaving ? "Salvando..." : "Salvar"}
          </Button>
        </div>
      </form>
      <FormConflict form={form} />
    </>
  );
}
