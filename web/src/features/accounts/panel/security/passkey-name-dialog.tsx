/** Names a passkey, so that its owner recognizes it. */
import { useForm } from "react-hook-form";

import { PASSKEY_NAME_NAME } from "@/api/limits";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal } from "@/panel/dialog/modal";
import { SaveForm } from "@/panel/edit/save-form";
import { Field } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";

interface PasskeyNameDialogProps {
  title: string;
  action: string;
  name?: string;
  /** Saves the name. If that fails, rejects and shows a toast; the dialog shows errors of the name. */
  save: (name: string) => Promise<void>;
  onClose: () => void;
  onClosed: () => void;
}

export function PasskeyNameDialog({
  title,
  action,
  name = "",
  save,
  onClose,
  onClosed,
}: PasskeyNameDialogProps) {
  const form = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;

  async function submit(typed: { name: string }): Promise<void> {
    try {
      await save(typed.name);
      onClose();
    } catch (error) {
      showFieldErrors(error, form);
    }
  }

  return (
    <Modal size="prompt" title={title} onClose={onClose} onClosed={onClosed}>
      <SaveForm className="grid gap-4 p-5" onSave={() => void form.handleSubmit(submit)()}>
        <Field
          data-autofocus
          label="Nome"
          hint="Para você saber qual é, como 'Celular' ou 'Notebook do trabalho'."
          autoComplete="off"
          maxLength={PASSKEY_NAME_NAME}
          error={errors.name?.message}
          {...form.register("name", { required: "Dê um nome à chave." })}
        />
        <DialogButtons onClose={onClose}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? "Aguarde..." : action}
          </Button>
        </DialogButtons>
      </SaveForm>
    </Modal>
  );
}
