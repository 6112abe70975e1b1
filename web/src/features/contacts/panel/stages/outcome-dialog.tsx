/** Small dialogs that ask for the value of a contact, and for the reason of a loss. */
import { useRef, useState } from "react";

import { STAGE_CHANGE_LOST_TEXT } from "@/api/limits";
import type { Contact, LostReason, StageChange } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { SaveForm } from "@/panel/edit/save-form";
import { Field } from "@/panel/form/field";
import { LOST_REASONS, parseReais, reaisInput } from "./stages";

/** The parts of a contact that the dialogs show. */
type Asked = Pick<Contact, "name" | "value_cents" | "lost_reason" | "lost_text">;

interface DialogProps {
  contact: Asked;
  onSave: (change: StageChange) => void;
  onClose: () => void;
}

interface ValueDialogProps extends DialogProps {
  isWon: boolean;
}

/** Asks for the value, which may stay empty. `isWon` also marks the contact as won. */
export function ValueDialog(props: ValueDialogProps) {
  const { contact, isWon, onClose } = props;
  return (
    <EditorDialog
      size="prompt"
      title={isWon ? `Ganho: ${contact.name}` : "Valor do negócio"}
      onClose={onClose}
    >
      <ValueForm {...props} />
    </EditorDialog>
  );
}

function ValueForm({ contact, isWon, onSave }: ValueDialogProps) {
  const [text, setText] = useState(reaisInput(contact.value_cents));
  const [error, setError] = useState<string>();
  const { leave, forget } = useLeaving(text !== reaisInput(contact.value_cents));
  const save = () => {
    const value_cents = parseReais(text);
    if (value_cents === undefined) {
      setError("Informe um valor em reais, como 12.000,00.");
      return;
    }
    forget();
    onSave(isWon ? { stage: "won", value_cents } : { value_cents });
  };
  return (
    <SaveForm className="grid gap-4 p-5" onSave={save}>
      <Field
        label="Valor em R$"
        hint="Opcional. Soma nos números de Resultados."
        inputMode="decimal"
        autoComplete="off"
        placeholder="12.000,00"
        data-autofocus
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <Buttons action={isWon ? "Marcar como ganho" : "Salvar valor"} onClose={leave} />
    </SaveForm>
  );
}

interface LostDialogProps extends DialogProps {
  title?: string;
  /** Label of the button that saves. */
  action?: string;
}

/** Asks why a contact, or several, were lost. */
export function LostDialog(props: LostDialogProps) {
  const { contact, title = `Perdido: ${contact.name}`, onClose } = props;
  return (
    <EditorDialog size="prompt" title={title} onClose={onClose}>
      <LostForm {...props} />
    </EditorDialog>
  );
}

function LostForm({ contact, action = "Marcar como perdido", onSave }: LostDialogProps) {
  const [reason, setReason] = useState<LostReason | null>(contact.lost_reason);
  const [text, setText] = useState(contact.lost_text);
  const [isMissing, setMissing] = useState(false);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const { leave, forget } = useLeaving(text !== contact.lost_text);
  const save = () => {
    if (reason) {
      forget();
      onSave({ stage: "lost", lost_reason: reason, lost_text: text });
      return;
    }
    setMissing(true);
    reasons.current?.querySelector("input")?.focus();
  };
  return (
    <SaveForm className="grid gap-4 p-5" onSave={save}>
      <fieldset ref={reasons} aria-describedby={isMissing ? "lost-reason-error" : undefined}>
        <legend className="mb-1 text-sm font-medium">Motivo</legend>
        {LOST_REASONS.map(({ value, label }, index) => (
          <label key={value} className="flex min-h-9 items-center gap-2.5 text-sm">
            <input
              type="radio"
              name="lost_reason"
              className="accent-accent size-4"
              data-autofocus={(reason ? reason === value : index === 0) || undefined}
              checked={reason === value}
              onChange={() => {
                setReason(value);
                setMissing(false);
              }}
            />
            {label}
          </label>
        ))}
        {isMissing && (
          <p id="lost-reason-error" role="alert" className="text-danger text-sm">
            Escolha o motivo.
          </p>
        )}
      </fieldset>
      <Field
        label="Detalhes"
        hint="Opcional. Só a equipe vê."
        autoComplete="off"
        maxLength={STAGE_CHANGE_LOST_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Buttons action={action} onClose={leave} />
    </SaveForm>
  );
}

function Buttons({ action, onClose }: { action: string; onClose: () => void }) {
  return (
    <DialogButtons onClose={onClose}>
      <Button type="submit" variant="primary">
        {action}
      </Button>
    </DialogButtons>
  );
}
