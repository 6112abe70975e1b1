import { useRef, useState } from "react";

import type { SecondFactor } from "@/api/types";
import { hasFactor } from "@/features/accounts/core/second-factor";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatDateTime } from "@/panel/format";
import { useDeleteTotp } from "./queries";

interface TotpStateProps {
  factor: SecondFactor;
  onEnroll: () => void;
}

export function TotpState({ factor, onEnroll }: TotpStateProps) {
  return (
    <AccountSection
      title="Aplicativo autenticador"
      className="print:hidden"
      state={
        <Badge tone={factor.totp_since ? "success" : hasFactor(factor) ? "neutral" : "warning"}>
          {factor.totp_since ? "Ativo" : "Inativo"}
        </Badge>
      }
    >
      {factor.totp_since ? (
        <TotpOn since={factor.totp_since} />
      ) : (
        <>
          <p className="text-muted mt-2 max-w-prose text-sm">
            Com o segundo fator, só a senha não basta para entrar na sua conta: é preciso também um código que
            muda a cada 30 segundos, mostrado por um aplicativo no seu celular.
          </p>
          <Button variant="primary" className="mt-4" onClick={onEnroll}>
            Ativar segundo fator
          </Button>
        </>
      )}
    </AccountSection>
  );
}

function TotpOn({ since }: { since: string }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteTotp();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <p className="text-muted mt-2 max-w-prose text-sm">
        Ao entrar, além da senha, você informa um código do aplicativo autenticador. Ativo desde{" "}
        {formatDateTime(since)}.
      </p>
      <Button
        ref={button}
        variant="danger"
        className="mt-4"
        busy={remove.isPending}
        onClick={() => setAsking(true)}
      >
        Desativar segundo fator
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Desativar o segundo fator?"
          action="Desativar"
          onClose={() => setAsking(false)}
          onClosed={() => button.current?.focus()}
          onConfirm={() => {
            setAsking(false);
            remove.mutate();
          }}
        >
          O código do aplicativo deixa de ser pedido. As outras sessões são encerradas.
        </ConfirmDialog>
      )}
    </>
  );
}
