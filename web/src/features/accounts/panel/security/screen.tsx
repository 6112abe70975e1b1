/** 'Minha Segurança': the user's own second factors and, for administrators, the rule that all staff need one. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { messageOf } from "@/api/api-error";
import type { SecondFactor, User } from "@/api/types";
import { hasFactor } from "@/features/accounts/core/second-factor";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { useSession } from "@/features/accounts/panel/session";
import { Button } from "@/panel/controls/button";
import { Skeleton } from "@/panel/feedback/skeleton";
import { Screen } from "@/panel/screen";
import { NewRecoveryCodes } from "./new-recovery-codes";
import { PasskeySection } from "./passkey-section";
import { secondFactor, security, useUpdateSecurity } from "./queries";
import { RecoveryCodesSection } from "./recovery-codes-section";
import { TotpEnrollment } from "./totp-enrollment";
import { TotpState } from "./totp-state";

export function SecurityScreen() {
  const { state } = useSession();
  const found = useQuery(secondFactor);
  if (state.phase !== "signed_in") return null;
  return (
    <Screen title="Minha Segurança">
      <div className="grid max-w-3xl gap-5">
        {found.data ? (
          <OwnFactor factor={found.data} user={state.user} />
        ) : (
          <NotLoaded error={found.error} onRetry={() => void found.refetch()} />
        )}
        {state.user.role === "admin" && found.data && <RequireFactor own={found.data} />}
      </div>
    </Screen>
  );
}

function OwnFactor({ factor, user }: { factor: SecondFactor; user: User }) {
  const [codes, setCodes] = useState<string[]>();
  const [isEnrolling, setEnrolling] = useState(false);
  const finish = (created: string[]) => {
    setEnrolling(false);
    if (created.length > 0) setCodes(created);
  };
  const isOn = hasFactor(factor);
  const isMissing = factor.required && !isOn;
  return (
    <>
      {isMissing && (
        <p role="alert" className="bg-warning-soft text-warning rounded-lg px-4 py-3 text-sm font-medium">
          A sua equipe exige um segundo fator. Ative um aplicativo autenticador ou adicione uma chave de
          acesso para continuar a usar o painel.
        </p>
      )}
      {codes && isOn && <NewRecoveryCodes codes={codes} user={user} onDone={() => setCodes(undefined)} />}
      {isEnrolling && !factor.totp_since ? (
        <TotpEnrollment onConfirmed={finish} onCancel={() => setEnrolling(false)} />
      ) : (
        <TotpState
          factor={factor}
          onEnroll={() => {
            setCodes(undefined);
            setEnrolling(true);
          }}
        />
      )}
      <PasskeySection factor={factor} onNewCodes={setCodes} />
      {isOn && !codes && (
        <RecoveryCodesSection codesLeft={factor.recovery_codes_left} onNewCodes={setCodes} />
      )}
    </>
  );
}

function NotLoaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div className="border-line bg-surface grid justify-items-start gap-3 rounded-lg border p-5">
      {error ? (
        <>
          <p className="text-sm">{messageOf(error, "Não foi possível carregar esta tela.")}</p>
          <Button onClick={onRetry}>Tentar de novo</Button>
        </>
      ) : (
        <>
          <p role="status" className="sr-only">
            Carregando…
          </p>
          <Skeleton className="w-40" />
          <Skeleton className="w-72" />
        </>
      )}
    </div>
  );
}

/** Turns the rule that all staff need a second factor on and off. */
function RequireFactor({ own }: { own: SecondFactor }) {
  const id = useId();
  // The server refuses this query while a required second factor is missing.
  const canQuery = !own.required || hasFactor(own);
  const { data } = useQuery({ ...security, enabled: canQuery });
  const update = useUpdateSecurity();
  if (!data) return null;
  const { require_second_factor: isRequired } = update.isPending ? update.variables : data;
  const lacksOwn = !isRequired && !hasFactor(own);
  return (
    <AccountSection title="Equipe" className="print:hidden">
      <label className="mt-3 flex items-start gap-3">
        <input
          type="checkbox"
          className="accent-accent mt-0.5 size-4.5 shrink-0"
          checked={isRequired}
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
