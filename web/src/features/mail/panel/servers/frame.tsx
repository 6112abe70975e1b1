/** What the settings of both directions share: their state, the settings of the environment, and turning them off. */
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";

import type { MailSource } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";

interface SourceBadgeProps {
  source: MailSource;
  problem: string | null;
}

export function SourceBadge({ source, problem }: SourceBadgeProps) {
  if (source === "none") return <Badge tone="warning">Não configurado</Badge>;
  if (problem) return <Badge tone="danger">Com problema</Badge>;
  return <Badge tone="success">{source === "panel" ? "Em uso" : "Em uso, pelo servidor"}</Badge>;
}

export function Problem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p role="alert" className="bg-danger-soft rounded-md px-3 py-2 text-sm wrap-anywhere">
      {text}
    </p>
  );
}

interface OfEnvironmentProps {
  /** Names of the variables. */
  variables: string;
  facts: readonly (readonly [label: string, value: string])[];
}

/** Settings that only the environment of the server can change. */
export function OfEnvironment({ variables, facts }: OfEnvironmentProps) {
  return (
    <>
      <p className="bg-info-soft flex gap-2.5 rounded-md px-3 py-2 text-sm">
        <Lock className="text-info mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="min-w-0">
          Estas configurações vêm do servidor ({variables}) e valem antes das do painel. Para usar o painel,
          quem cuida do servidor precisa retirá-las de lá e reiniciar o site.
        </span>
      </p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,auto)_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <div key={label} className="sm:contents">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

interface TurnOffProps {
  label: string;
  question: string;
  busy: boolean;
  onConfirm: (close: () => void) => void;
  children: ReactNode;
}

export function TurnOff({ label, question, busy, onConfirm, children }: TurnOffProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={question}
          action="Desligar"
          busy={busy}
          onConfirm={() => onConfirm(close)}
          onClose={close}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
