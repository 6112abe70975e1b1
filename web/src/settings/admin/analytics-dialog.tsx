import { useState } from "react";

import { Button } from "../../ui/panel/button";
import { Modal, ModalClose, ModalTitle } from "../../ui/panel/dialog";
import { Field } from "../../ui/panel/field";
import type { AnalyticsService } from "./analytics-services";
import { FIELD_LABELS as labels } from "./records";
import { FormConflict } from "./settings-frame";
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
  const [parts] = useState<readonly Part[]>(() => [{ name: "analytics", fields: [service.name] }]);
  const form = useSettingsForm(parts, WORDS, onClose);
  return (
    <Modal
      onClose={onClose}
      onClosed={() => document.querySelector<HTMLElement>(`[data-analytics="${service.name}"]`)?.focus()}
      className="inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:top-[12dvh] sm:bottom-auto sm:left-1/2 sm:w-[min(32rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-xl"
    >
      <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
        <ModalTitle className="text-base font-semibold">Configurar {labels[service.name]}</ModalTitle>
        <ModalClose />
      </div>
      <form
        className="grid gap-4 overflow-y-auto p-5"
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
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
          <Button onClick={onClose}>Cancelar</Button>
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
    </Modal>
  );
}
