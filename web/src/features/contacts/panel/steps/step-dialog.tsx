/** Asks what the next step of a contact is, and when. */
import { useState } from "react";

import { ApiError } from "@/api/api-error";
import { NEXT_STEP_INPUT_TEXT } from "@/api/limits";
import type { Contact } from "@/api/types";
import { useNow } from "@/lib/use-now";
import { Button } from "@/panel/controls/button";
import { Segments } from "@/panel/controls/segments";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { SaveForm } from "@/panel/edit/save-form";
import { Field } from "@/panel/form/field";
import { usePlanStep } from "./changes";
import { dayAfter, isReminderOver } from "./steps";

/** Days that one press chooses: their distance from today. */
const SHORTCUTS = [
  ["Hoje", 0],
  ["Amanhã", 1],
  ["Em 3 dias", 3],
  ["Em 1 semana", 7],
] as const;

type Errors = Readonly<Record<string, string>>;

interface StepDialogProps {
  contact: Contact;
  onClose: () => void;
  onClosed: () => void;
}

export function StepDialog({ contact, onClose, onClosed }: StepDialogProps) {
  return (
    <EditorDialog size="prompt" title="Próximo passo" onClose={onClose} onClosed={onClosed}>
      <StepForm contact={contact} onClose={onClose} />
    </EditorDialog>
  );
}

function StepForm({ contact, onClose }: Omit<StepDialogProps, "onClosed">) {
  const now = useNow();
  const { next_step } = contact;
  const [text, setText] = useState(next_step?.text ?? "");
  const [date, setDate] = useState(next_step?.date ?? dayAfter(now, 1));
  const [time, setTime] = useState(next_step?.time ?? "");
  const [errors, setErrors] = useState<Errors>({});
  const plan = usePlanStep();
  const { leave, forget } = useLeaving(text !== (next_step?.text ?? ""));
  const save = () => {
    const missing = {
      ...(text.trim() === "" && { text: "Escreva o que fazer." }),
      ...(date === "" && { date: "Escolha o dia." }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    plan.mutate(
      { contact, step: { text: text.trim(), date, time: time || null } },
      {
        onSuccess: () => {
          forget();
          onClose();
        },
        onError: (error) => setErrors(error instanceof ApiError ? error.fields : {}),
      },
    );
  };
  return (
    <SaveForm className="grid gap-4 p-5" onSave={save}>
      <Field
        label="O que fazer"
        autoComplete="off"
        placeholder="Ligar para combinar a visita"
        maxLength={NEXT_STEP_INPUT_TEXT}
        data-autofocus
        value={text}
        error={errors["text"]}
        onChange={({ target }) => setText(target.value)}
      />
      <Segments
        label="Dia"
        options={SHORTCUTS.map(([label, days]) => ({ value: dayAfter(now, days), label }))}
        value={date}
        onChange={setDate}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Dia"
          type="date"
          value={date}
          error={errors["date"]}
          onChange={({ target }) => setDate(target.value)}
        />
        <Field
          label="Hora (opcional)"
          type="time"
          value={time}
          error={errors["time"]}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      <p role="status" className="text-warning text-sm empty:hidden">
        {isReminderOver(date, time, now) &&
          (date < dayAfter(now, 0)
            ? "Esta data já passou; não haverá lembrete."
            : "A hora do lembrete já passou; não haverá lembrete.")}
      </p>
      <p className="text-muted text-xs">
        Na hora, ou às 8h se não houver hora, o responsável recebe um lembrete, conforme os avisos dele.
      </p>
      <DialogButtons onClose={leave}>
        <Button type="submit" variant="primary" busy={plan.isPending}>
          Salvar
        </Button>
      </DialogButtons>
    </SaveForm>
  );
}
