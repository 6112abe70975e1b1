/** Dialogs over the list of users, each with its own address: a new user, an invitation, an existing user. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";

import { isNotFound } from "@/api/error-checks";
import { Modal } from "@/panel/dialog/modal";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeletons } from "@/panel/feedback/skeleton";
import { useListState } from "@/panel/list/use-list-state";
import { NewUser, UserEditor } from "./editor";
import { InviteForm } from "./invitation";
import { userRecord, USERS } from "./queries";

export function NewUserDialog() {
  const { close } = useListState(USERS);
  return (
    <Frame title="Novo Usuário" returnTo="[data-new-user]">
      <NewUser onDone={close} />
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
      title={!data && isNotFound(error) ? "Usuário não encontrado" : "Editar Usuário"}
      returnTo={`[data-record="${CSS.escape(id)}"]`}
    >
      {data ? (
        <UserEditor key={id} opened={data} onDone={close} />
      ) : (
        <div className="p-5">
          {error ? <NotFound error={error} onClose={close} /> : <Skeletons label="Carregando usuário…" />}
        </div>
      )}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  /** Selector of the element that gets the focus after closing. */
  returnTo: string;
  children: ReactNode;
}

function Frame({ title, returnTo, children }: FrameProps) {
  const { close } = useListState(USERS);
  return (
    <Modal
      onClose={close}
      onClosed={() => document.querySelector<HTMLElement>(returnTo)?.focus()}
      size="small"
      title={title}
    >
      {children}
    </Modal>
  );
}
