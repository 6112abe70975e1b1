/** The windows above the list of users, each with its own address: a new one, an invitation, one that is there. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { Skeleton } from "@/panel/feedback/skeleton";
import { useListState } from "@/panel/list/use-list-state";
import { InviteForm } from "./invite-form";
import { UserAccess } from "./user-access";
import { UserForm } from "./user-form";
import { userRecord, USERS } from "./user-queries";

export function NewUserDialog() {
  const { close } = useListState(USERS);
  return (
    <Frame title="Novo Usuário" returnTo="[data-new-user]">
      <UserForm onDone={close} />
    </Frame>
  );
}

export function InviteDialog() {
  return (
    <Frame title="Convidar Usuário" returnTo="[data-invite]">
      <InviteForm />
    </Frame>
  );
}

export function UserDialog() {
  const { id = "" } = useParams();
  const { close } = useListState(USERS);
  const { data, error } = useQuery(userRecord(id));
  return (
    <Frame
      title={!data && error ? "Usuário não encontrado" : "Editar Usuário"}
      returnTo={`[data-record="${CSS.escape(id)}"]`}
    >
      {data ? (
        <>
          <UserForm key={id} opened={data} onDone={close} />
          <UserAccess user={data.user} onDone={close} />
        </>
      ) : error ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted text-sm">{messageOf(error, "Tente novamente mais tarde.")}</p>
          <Button onClick={close}>Voltar para a lista</Button>
        </div>
      ) : (
        <Placeholder />
      )}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  /** What takes the focus afterwards. */
  returnTo: string;
  children: ReactNode;
}

function Frame({ title, returnTo, children }: FrameProps) {
  const { close } = useListState(USERS);
  return (
    <Modal
      onClose={close}
      onClosed={() => document.querySelector<HTMLElement>(returnTo)?.focus()}
      className="inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:top-[6dvh] sm:bottom-auto sm:left-1/2 sm:max-h-[88dvh] sm:w-[min(34rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-xl"
    >
      <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
        <ModalTitle className="text-base font-semibold">{title}</ModalTitle>
        <ModalClose />
      </div>
      <div className="grid grid-cols-1 gap-6 overflow-y-auto px-5 py-5">{children}</div>
    </Modal>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-4" role="status" aria-label="Carregando usuário…">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-10" />
      ))}
    </div>
  );
}
