/** The dialog that sends a contact to a colleague by mail. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError } from "@/api/api-error";
import { NOTE_INPUT_TEXT } from "@/api/limits";
import { readSession } from "@/api/session";
import type { Contact } from "@/api/types";
import { useForward } from "@/features/contacts/panel/changes";
import { assignees } from "@/features/contacts/panel/queries";
import { newKey } from "@/lib/new-key";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { SaveForm } from "@/panel/edit/save-form";
import { SelectField, TextArea } from "@/panel/form/field";

interface ForwardDialogProps {
  contact: Contact;
  onClose: () => void;
}

export function ForwardDialog({ contact, onClose }: ForwardDialogProps) {
  return (
    <EditorDialog size="small" title="Encaminhar a um colega" onClose={onClose}>
      <ForwardForm contact={contact} onClose={onClose} />
    </EditorDialog>
  );
}

function ForwardForm({ contact: { id, name }, onClose }: ForwardDialogProps) {
  const { data: staff } = useQuery(assignees);
  const me = readSession()?.user.id;
  const colleagues = (staff ?? []).filter((user) => user.has_access && user.id !== me);
  const [input, setInput] = useState({ user_id: "", text: "", assign: true });
  const [key] = useState(newKey);
  const { leave, forget } = useLeaving(input.text !== "");
  const forward = useForward(id);
  const errorOf = (field: string) =>
    forward.error instanceof ApiError ? forward.error.fields[field] : undefined;
  const send = () =>
    forward.mutate(
      { ...input, key },
      {
        onSuccess: () => {
          forget();
          onClose();
        },
      },
    );
  if (staff && colleagues.length === 0) {
    return <p className="text-muted p-5 text-sm">Ninguém mais da equipe atende contatos.</p>;
  }
  return (
    <SaveForm className="flex min-h-0 flex-col" onSave={send}>
      <div className="grid gap-4 overflow-y-auto p-5">
        <p className="text-muted text-sm">
          O colega recebe por e-mail o pedido de {name} e a mensagem mais recente.
        </p>
        <SelectField
          label="Para"
          value={input.user_id}
          required
          data-autofocus
          error={errorOf("assigned_to") ?? errorOf("user_id")}
          onChange={({ target }) => setInput({ ...input, user_id: target.value })}
        >
          <option value="">Escolha</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="Recado (opcional)"
          hint="Fica como anotação na linha do tempo. O cliente não vê."
          rows={4}
          maxLength={NOTE_INPUT_TEXT}
          value={input.text}
          error={errorOf("text")}
          onChange={({ target }) => setInput({ ...input, text: target.value })}
        />
        <Switch
          label="Passar a responsabilidade"
          checked={input.assign}
          onChange={({ target }) => setInput({ ...input, assign: target.checked })}
        />
      </div>
      <DialogButtons isBar onClose={leave}>
        <Button type="submit" variant="primary" busy={forward.isPending} aria-disabled={input.user_id === ""}>
          {forward.isPending ? "Enviando..." : "Encaminhar"}
        </Button>
      </DialogButtons>
    </SaveForm>
  );
}
