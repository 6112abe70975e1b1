/** Lists, creates, renames and removes the user's own passkeys. */
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";

import type { Passkey, SecondFactor } from "@/api/types";
import { supportsPasskeys } from "@/features/accounts/core/passkey-support";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatDateTime } from "@/panel/format";
import { PasskeyNameDialog } from "./passkey-name-dialog";
import { useCreatePasskey, useDeletePasskey, useRenamePasskey } from "./queries";

interface PasskeySectionProps {
  factor: SecondFactor;
  onNewCodes: (codes: string[]) => void;
}

export function PasskeySection({ factor, onNewCodes }: PasskeySectionProps) {
  const [isNaming, setNaming] = useState(false);
  const create = useCreatePasskey();
  const button = useRef<HTMLButtonElement>(null);
  const isSupported = supportsPasskeys();
  return (
    <AccountSection title="Chaves de acesso" className="print:hidden">
      <p className="text-muted mt-2 max-w-prose text-sm">
        {isSupported
          ? "Entre com a digital, o rosto ou o PIN do seu aparelho, sem digitar e-mail nem senha. Uma chave de acesso só funciona neste site e vale como segundo fator."
          : "Este navegador não aceita chaves de acesso, ou o painel foi aberto por um endereço que não as permite."}
      </p>
      {factor.passkeys.length > 0 && (
        <ul aria-label="Chaves de acesso" className="divide-line border-line mt-4 divide-y border-y">
          {factor.passkeys.map((passkey) => (
            <Item key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isSupported && (
        <Button ref={button} className="mt-4" onClick={() => setNaming(true)}>
          <KeyRound aria-hidden />
          Adicionar chave de acesso
        </Button>
      )}
      {isNaming && (
        <PasskeyNameDialog
          title="Nova chave de acesso"
          action="Criar chave de acesso"
          save={async (name) => {
            const { codes } = await create.mutateAsync(name);
            if (codes.length > 0) onNewCodes(codes);
          }}
          onClose={() => setNaming(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </AccountSection>
  );
}

function Item({ passkey }: { passkey: Passkey }) {
  const [dialog, setDialog] = useState<"rename" | "remove">();
  const rename = useRenamePasskey(passkey.id);
  const remove = useDeletePasskey(passkey.id);
  const buttons = useRef<HTMLDivElement>(null);
  const close = () => setDialog(undefined);
  const restoreFocus = () => buttons.current?.querySelector<HTMLElement>("button")?.focus();
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-medium break-words">{name}</p>
        <p className="text-muted mt-0.5">
          Criada em {formatDateTime(created_at)} ·{" "}
          {last_used_at ? `último uso em ${formatDateTime(last_used_at)}` : "ainda não usada"}
        </p>
      </div>
      <div ref={buttons} className="flex gap-2">
        <Button size="sm" aria-label={`Renomear ${name}`} onClick={() => setDialog("rename")}>
          Renomear
        </Button>
        <Button
          size="sm"
          variant="danger"
          aria-label={`Remover ${name}`}
          busy={remove.isPending}
          onClick={() => setDialog("remove")}
        >
          Remover
        </Button>
      </div>
      {dialog === "rename" && (
        <PasskeyNameDialog
          title="Renomear chave de acesso"
          action="Salvar nome"
          name={name}
          save={(typed) => rename.mutateAsync(typed).then(() => undefined)}
          onClose={close}
          onClosed={restoreFocus}
        />
      )}
      {dialog === "remove" && (
        <ConfirmDialog
          question="Remover esta chave de acesso?"
          action="Remover"
          onClose={close}
          onClosed={restoreFocus}
          onConfirm={() => {
            close();
            remove.mutate();
          }}
        >
          "{name}" deixa de servir para entrar. As outras sessões são encerradas.
        </ConfirmDialog>
      )}
    </li>
  );
}
