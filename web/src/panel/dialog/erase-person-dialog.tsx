import { useState } from "react";

import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { Modal, ModalTitle } from "./modal";

interface ErasePersonDialogProps {
  email: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the erasure of a person by typing the e-mail address, because it can't be undone. */
export function ErasePersonDialog({ email, busy, onConfirm, onClose }: ErasePersonDialogProps) {
  const [typed, setTyped] = useState("");
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <Modal size="question" onClose={onClose}>
      <ModalTitle className="text-base font-semibold">Apagar todos os dados desta pessoa?</ModalTitle>
      <p className="text-muted text-sm">
        Mensagens, anotações, respostas, e-mails, inscrição na newsletter, conta e o nome no registro de
        auditoria são apagados agora, em todo o sistema. Não há como desfazer.
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSame) onConfirm();
        }}
      >
        <Field
          label="Digite o e-mail da pessoa para confirmar"
          hint={email}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            type="submit"
            className="border-danger border"
            variant="danger"
            busy={busy}
            disabled={!isSame || busy}
          >
            Apagar dados da pessoa
          </Button>
        </div>
      </form>
    </Modal>
  );
}
