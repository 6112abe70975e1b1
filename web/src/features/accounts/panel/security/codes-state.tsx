import { useId, useRef, useState } from "react";

import type { SecondFactor } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatCount } from "@/panel/format";
import { useReplaceCodes } from "./security-queries";

interface CodesStateProps {
  factor: SecondFactor;
  onNewCodes: (codes: string[]) => void;
}

/** Below this number, users are advised to replace their codes. */
const FEW_CODES = 3;

/** Shows how many recovery codes are left, and replaces them. */
export function CodesState({ factor, onNewCodes }: CodesStateProps) {
  const heading = useId();
  const [asking, setAsking] = useState(false);
  const replace = useReplaceCodes();
  const button = useRef<HTMLButtonElement>(null);
  const left = factor.recovery_codes_left;
  return (
    <section
      aria-labelledby={heading}
      className="border-line bg-surface rounded-lg border p-5 sm:p-6 print:hidden"
    >
      <h2 id={heading} className="text-base font-semibold">
        Códigos de recuperação
      </h2>
      <p className={`mt-2 max-w-prose text-sm ${left < FEW_CODES ? "text-warning" : "text-muted"}`}>
        {left === 0
          ? "Nenhum restante. Gere novos, para não perder o acesso se ficar sem o seu segundo fator."
          : `${formatCount(left, "restante", "restantes")}. Servem para entrar quando você estiver sem o seu segundo fator.`}
      </p>
      <Button
        ref={button}
        className="mt-4"
        busy={replace.isPending}
        disabled={replace.isPending}
        onClick={() => setAsking(true)}
      >
        Gerar novos códigos
      </Button>
      {asking && (
        <ConfirmDialog
          question="Gerar novos códigos de recuperação?"
          action="Gerar novos códigos"
          busy={false}
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
    </section>
  );
}
