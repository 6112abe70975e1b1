/** Access of a user: last sign-in, invitation and sessions, and the actions of administrators on them. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import type { UserRecord } from "@/api/types";
import { useIsOwnAccount } from "@/features/accounts/panel/session";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { ErasePersonDialog } from "@/panel/dialog/erase-person-dialog";
import { formatDateTime, formatNumber } from "@/panel/format";
import { describeAccess, isInvitationOpen } from "./access-text";
import { useEndSessions, useRenewInvitation, useRevokeInvitation, useSetDisabled } from "./changes";
import { InvitationLink } from "./invitation";
import { sendsMail } from "./queries";

export function UserAccess({ user, onDone }: { user: UserRecord; onDone: () => void }) {
  const isOwn = useIsOwnAccount(user.id);
  return (
    <section aria-labelledby="user-access" className="border-line grid grid-cols-1 gap-4 border-t pt-5">
      <h3 id="user-access" className="text-sm font-semibold">
        Acesso
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        <Detail name={user.last_login_at === null ? "Situação" : "Última entrada"}>
          {describeAccess(user)}
        </Detail>
        <Detail name="Segundo fator">{user.second_factor ? "Ativo" : "Não configurado"}</Detail>
        <Detail name="Sessões abertas">{formatNumber(user.sessions)}</Detail>
        {user.disabled_at && <Detail name="Desativado em">{formatDateTime(user.disabled_at)}</Detail>}
      </dl>
      {user.last_login_at === null && user.disabled_at === null && <Invitation user={user} />}
      <div className="flex flex-wrap gap-2">
        {user.sessions > 0 && <EndSessions user={user} isOwn={isOwn} />}
        {!isOwn && <Disable user={user} />}
        {user.role === "user" && <ErasePerson user={user} onDone={onDone} />}
      </div>
    </section>
  );
}

/** Only for the role `user`. The server refuses to erase staff, whose account must be deleted first. */
function ErasePerson({ user, onDone }: { user: UserRecord; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Apagar dados da pessoa
      </Button>
      {isAsking && (
        <ErasePersonDialog email={user.email} onErased={onDone} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Invitation of a user who has never signed in. */
function Invitation({ user }: { user: UserRecord }) {
  const canSendMail = useQuery(sendsMail).data;
  const isOpen = isInvitationOpen(user.invitation_expires_at);
  const renew = useRenewInvitation();
  const revoke = useRevokeInvitation();
  return (
    <div className="grid grid-cols-1 gap-3">
      {canSendMail === false && (
        <p className="text-muted text-sm">
          O site ainda não envia e-mails. {isOpen ? "Mostre o link" : "Crie um convite"}, copie o link e envie
          por outro meio.
        </p>
      )}
      {canSendMail && isOpen && user.invitation_mail && <InvitationMail mail={user.invitation_mail} />}
      <div className="flex flex-wrap gap-2">
        {canSendMail && (
          <Button disabled={renew.isPending} onClick={() => renew.mutate({ user, send: true })}>
            {user.invitation_expires_at ? "Reenviar convite" : "Enviar convite"}
          </Button>
        )}
        <Button disabled={renew.isPending} onClick={() => renew.mutate({ user, send: false })}>
          {isOpen ? "Mostrar link" : canSendMail ? "Criar convite e mostrar link" : "Criar convite"}
        </Button>
        {user.invitation_expires_at && (
          <Button
            variant="danger"
            disabled={revoke.isPending}
            onClick={() => revoke.mutate(user, { onSuccess: () => renew.reset() })}
          >
            Cancelar convite
          </Button>
        )}
      </div>
      {renew.data && <InvitationLink invited={renew.data} />}
    </div>
  );
}

function InvitationMail({ mail: { state, error } }: { mail: NonNullable<UserRecord["invitation_mail"]> }) {
  if (state === "sent") return <p className="text-muted text-sm">O convite foi enviado por e-mail.</p>;
  if (state === "queued" && error === null)
    return <p className="text-muted text-sm">Convite na fila de envio.</p>;
  return (
    <p className={cn("text-sm", state === "failed" ? "text-danger" : "text-warning")}>
      {state === "failed" ? "O convite não foi entregue" : "O convite ainda não foi entregue"}. {error}
    </p>
  );
}

function EndSessions({ user, isOwn }: { user: UserRecord; isOwn: boolean }) {
  const end = useEndSessions();
  return (
    <Button busy={end.isPending} onClick={() => end.mutate(user)}>
      {isOwn ? "Encerrar outras sessões" : "Encerrar sessões"}
    </Button>
  );
}

function Disable({ user }: { user: UserRecord }) {
  const [isAsking, setAsking] = useState(false);
  const change = useSetDisabled();
  if (user.disabled_at !== null) {
    return (
      <Button busy={change.isPending} onClick={() => change.mutate({ user, disabled: false })}>
        Reativar usuário
      </Button>
    );
  }
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Desativar usuário
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Desativar este usuário?"
          action="Desativar"
          busy={change.isPending}
          onConfirm={() => change.mutate({ user, disabled: true }, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {user.full_name} sai de todas as sessões na hora e não entra mais até ser reativado.
        </ConfirmDialog>
      )}
    </>
  );
}
