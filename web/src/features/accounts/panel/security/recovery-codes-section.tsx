import { useRef, useState } from "react";

import { AccountSection } from "@/features/accounts/panel/account-section";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatCount } from "@/panel/format";
import { useReplaceCodes } from "./queries";

interface RecoveryCodesSectionProps {
  codesLeft: number;
  onNewCodes: (codes: string[]) => void;
}

/** Below this number of codes, the count is shown as a warning. */
const FEW_CODES = 3;

/** Shows how many recovery codes are left, and replaces them. */
export function RecoveryCodesSection({ codesLeft, onNewCodes }: RecoveryCodesSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const replace = useReplaceCodes();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <AccountSection title="Códigos de recuperação" className="print:hidden">
      <p className={`mt-2 max-w-prose text-sm ${codesLeft < FEW_CODES ? "text-warning" : "text-muted"}`}>
        {codesLeft === 0
          ? "Nenhum restante. Gere novos, para não perder o acesso se ficar sem o seu segundo fator."
          : `${formatCount(codesLeft, "restante", "restantes")}. Servem para entrar quando você estiver sem o seu segundo fator.`}
      </p>
      <Button ref={button} className="mt-4" busy={replace.isPending} onClick={() => setAsking(true)}>
        Gerar novos códigos
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Gerar novos códigos de recuperação?"
          action="Gerar novos códigos"
          onClose={() => setAsking(false)}
          onClosed={() => button.current?.focus()}
          onConfirm={() => {
            setAsking(false);
            replace.mutate(undefined, { onSuccess: ({ codes }) => onNewCodes(codes) });
          }}
        >
          Os códigos que você guardou antes deixam de valer.
        </ConfirmDialog>
      )}
    </AccountSection>
  );
}
