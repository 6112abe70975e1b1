import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { SecondFactor } from "@/api/types";
import { hasFactor } from "@/features/accounts/core/second-factor";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { security, useUpdateSecurity } from "./queries";

/** Lets administrators require a second factor of all staff. */
export function RequireFactor({ own }: { own: SecondFactor }) {
  const id = useId();
  const allowed = !own.required || hasFactor(own);
  const { data } = useQuery({ ...security, enabled: allowed });
  const update = useUpdateSecurity();
  if (!data) return null;
  const { require_second_factor: on } = update.isPending ? update.variables : data;
  const lacksOwn = !on && !hasFactor(own);
  return (
    <AccountSection title="Equipe" className="print:hidden">
      <label className="mt-3 flex items-start gap-3">
        <input
          type="checkbox"
          className="accent-accent mt-0.5 size-4.5 shrink-0"
          checked={on}
          disabled={update.isPending || lacksOwn}
          aria-describedby={`${id}-hint`}
          onChange={(event) => update.mutate({ require_second_factor: event.target.checked })}
        />
        <span className="text-sm font-medium">Exigir segundo fator da equipe</span>
      </label>
      <p id={`${id}-hint`} className="text-muted mt-1 max-w-prose pl-7.5 text-sm">
        {lacksOwn
          ? "Ative primeiro o seu próprio segundo fator."
          : "Administradores e editores que ainda não têm um segundo fator precisam ativá-lo antes de usar o painel."}
      </p>
    </AccountSection>
  );
}
