import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, body } from "@/api/client";
import type { Certificate } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { notifyFailure } from "@/panel/notify-failure";
import { DialogButtons } from "./dialog-buttons";
import { ErasureCertificate, saveCertificate } from "./erasure-certificate";
import { ErasureObstacle, personView } from "./erasure-obstacle";
import { Modal, ModalTitle } from "./modal";

interface ErasePersonDialogProps {
  email: string;
  onErased: () => void;
  onClose: () => void;
}

/**
 * Erases all data of a person, saves the certificate as a file and shows it. The email address must be typed, because the
 * erasure can't be undone.
 */
export function ErasePersonDialog({ email, onErased, onClose }: ErasePersonDialogProps) {
  const erase = useErasePerson();
  const cache = useQueryClient();
  if (!erase.data) return <Question email={email} erase={erase} onClose={onClose} />;
  // Any list may show the erased data. Lists are fetched again only now, because the screen behind may then close this dialog.
  const finish = () => {
    void cache.invalidateQueries();
    onErased();
  };
  return <ErasureCertificate certificate={erase.data} onClose={finish} />;
}

interface QuestionProps {
  email: string;
  erase: ReturnType<typeof useErasePerson>;
  onClose: () => void;
}

function Question({ email, erase, onClose }: QuestionProps) {
  // If this fails, the server still refuses to erase a person whose data is needed.
  const { data: person, isPending } = useQuery(personView(email));
  const obstacle = person?.not_erasable_because;
  if (obstacle) {
    return (
      <Modal size="question" onClose={onClose}>
        <ModalTitle className="text-base font-semibold">
          Os dados desta pessoa não podem ser apagados agora
        </ModalTitle>
        <ErasureObstacle email={email} reason={obstacle} />
        <Button className="mt-2 self-end" onClick={onClose}>
          Fechar
        </Button>
      </Modal>
    );
  }
  return (
    <Modal size="question" onClose={onClose}>
      <ModalTitle className="text-base font-semibold">Apagar todos os dados desta pessoa?</ModalTitle>
      <p className="text-muted text-sm">
        Mensagens, anotações, respostas, e-mails, inscrição na newsletter, conta, imagens fora de uso que
        citam a pessoa e o nome dela no registro de auditoria são apagados agora, em todo o sistema. Um pedido
        de exclusão em aberto fica concluído. Se a pessoa foi da equipe, a auditoria mantém o nome dela nos
        eventos do que fez no painel, e o certificado informa quantos são. Não há como desfazer.
      </p>
      {isPending ? (
        // As high as the form, so that nothing moves.
        <p role="status" className="text-muted h-35 text-sm">
          Conferindo se os dados podem ser apagados…
        </p>
      ) : (
        <Confirmation email={email} erase={erase} onClose={onClose} />
      )}
    </Modal>
  );
}

/** The form in which the email address must be typed. */
function Confirmation({ email, erase, onClose }: QuestionProps) {
  const [typed, setTyped] = useState("");
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame) erase.mutate(email, { onError: onClose });
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
      <DialogButtons onClose={onClose}>
        <Button
          type="submit"
          className="border-danger border"
          variant="danger"
          busy={erase.isPending}
          disabled={!isSame}
        >
          Apagar dados da pessoa
        </Button>
      </DialogButtons>
    </form>
  );
}

function useErasePerson() {
  return useMutation({
    mutationFn: (email: string): Promise<Certificate> =>
      body(api.POST("/api/people/erase", { body: { email } })),
    onSuccess: (certificate) => {
      // Saved at once, because the server doesn't store it.
      saveCertificate(certificate);
      notify.success("Dados da pessoa apagados");
    },
    onError: (error) => notifyFailure("Erro ao apagar os dados", error),
  });
}
