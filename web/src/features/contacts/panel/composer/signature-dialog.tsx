/** The dialog in which users edit the signature with which their replies start. */
import { useState } from "react";

import { ApiError } from "@/api/api-error";
import { PREFERENCES_CHANGE_SIGNATURE } from "@/api/limits";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { SaveForm } from "@/panel/edit/save-form";
import { TextArea } from "@/panel/form/field";
import { changePreferences, readPreferences } from "@/panel/preferences";
import { useChange } from "@/panel/use-change";

export function SignatureDialog({ onClose }: { onClose: () => void }) {
  return (
    <EditorDialog size="small" title="Sua assinatura" onClose={onClose}>
      <SignatureForm onClose={onClose} />
    </EditorDialog>
  );
}

function SignatureForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(() => readPreferences().signature);
  const { leave, forget } = useLeaving(text.trim() !== readPreferences().signature);
  const save = useChange("Erro ao salvar a assinatura", () => undefined, {
    mutationFn: () => changePreferences({ signature: text }),
    onSuccess: () => {
      forget();
      notify.success("Assinatura salva");
      onClose();
    },
  });
  return (
    <SaveForm className="flex min-h-0 flex-col" onSave={() => save.mutate()}>
      <div className="grid gap-4 overflow-y-auto p-5">
        <TextArea
          label="Assinatura"
          hint="Fica ao fim das respostas por e-mail que você começar a partir de agora."
          rows={5}
          data-autofocus
          maxLength={PREFERENCES_CHANGE_SIGNATURE}
          value={text}
          error={save.error instanceof ApiError ? save.error.fields["signature"] : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <DialogButtons isBar onClose={leave}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Salvar
        </Button>
      </DialogButtons>
    </SaveForm>
  );
}
