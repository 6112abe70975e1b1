import { useId, useRef, useState } from "react";

import type { SecondFactor } from "../../api/types";
import { Badge } from "../../ui/panel/badge";
import { Button } from "../../ui/panel/button";
import { ConfirmDialog } from "../../ui/panel/confirm-dialog";
import { formatCount, formatDateTime } from "../../ui/panel/format";
import { useDeleteTotp, useReplaceCodes } from "./security-queries";

interface TotpStateProps {
  factor: SecondFactor;
  onEnrol: () => void;
  onNewCodes: (codes: string[]) => void;
}

/** Few enough to think of new ones. */
const FEW_CODES = 3;

export function TotpState({ factor, onEnrol, onNewCodes }: TotpStateProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="border-line bg-surface rounded-lg border p-5 sm:p-6 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={heading} className="text-base font-semibold">
          Segundo fator
        </h2>
        <Badge tone={factor.totp_since ? "accent" : "warning"}>
          {factor.totp_since ? "Ativo" : "Inativo"}
        </Badge>
      </div>
      {factor.totp_since ? (
        <TotpOn factor={factor} since={factor.totp_since} onNewCodes={onNewCodes} />
      ) : (
        <>
          <p className="text-muted mt-2 max-w-prose text-sm">
            Com o segundo fator, só a senha não basta para entrar na sua conta: é preciso também um código que
            muda a cada 30 segundos, mostrado por um aplicativo no seu celular.
          </p>
          <Button variant="primary" className="mt-4" onClick={onEnrol}>
            Ativar segundo fator
          </Button>
        </>
      )}
    </section>
  );
}

interface TotpOnProps extends Pick<TotpStateProps, "factor" | "onNewCodes"> {
  since: string;
}

function TotpOn({ factor, since, onNewCodes }: TotpOnProps) {
  const [asking, setAsking] = useState<"codes" | "remove">();
  const replace = useReplaceCodes();
  const remove = useDeleteTotp();
  const buttons = useRef<HTMLDivElement>(null);
  const close = () => setAsking(undefined);
  const restoreFocus = () => buttons.current?.querySelector<HTMLElement>("button")?.focus();
  const left = factor.recovery_codes_left;
  return (
    <>
      <p className="text-muted mt-2 max-w-prose text-sm">
        Ao entrar, além da senha, você informa um código do aplicativo autenticador. Ativo desde{" "}
        {formatDateTime(since)}.
      </p>
      <dl className="border-line mt-4 border-t pt-4 text-sm">
        <dt className="font-medium">Códigos de recuperação</dt>
        <dd className={left < FEW_CODES ? "text-warning mt-1" : "text-muted mt-1"}>
          {left === 0
            ? "Nenhum restante. Gere novos, para não perder o acesso se ficar sem o celular."
            : `${formatCount(left, "restante", "restantes")}. Servem para entrar quando você estiver sem o celular.`}
        </dd>
      </dl>
      <div ref={buttons} className="mt-4 flex flex-wrap gap-2">
        <Button busy={replace.isPending} disabled={replace.isPending} onClick={() => setAsking("codes")}>
          Gerar novos códigos
        </Button>
        <Button
          variant="danger"
          busy={remove.isPending}
          disabled={remove.isPending}
          onClick={() => setAsking("remove")}
        >
          Desativar segundo fator
        </Button>
      </div>
      {asking === "codes" && (
        <ConfirmDialog
          question="Gerar novos códigos de recuperação?"
          action="Gerar novos códigos"
          busy={false}
          onClose={close}
          onClosed={restoreFocus}
          onConfirm={() => {
            close();
            replace.mutate(undefined, { onSuccess: ({ codes }) => onNewCodes(codes) });
          }}
        >
          Os códigos que você guardou antes deixam de valer.
        </ConfirmDialog>
      )}
      {asking === "remove" && (
        <ConfirmDialog
          question="Desativar o segundo fator?"
          action="Desativar"
          busy={false}
          onClose={close}
          onClosed={restoreFocus}
          onConfirm={() => {
            close();
            remove.mutate();
          }}
        >
          Para entrar na sua conta, vai bastar a senha. As outras sessões são encerradas.
        </ConfirmDialog>
      )}
    </>
  );
}
