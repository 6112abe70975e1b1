/** The screen of the retention rules: their periods, and what they have erased. For administrators. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import { fieldMessageOf } from "@/api/error-checks";
import type { RetentionState } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { SaveForm } from "@/panel/edit/save-form";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { Field } from "@/panel/form/field";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { PeopleFrame } from "./frame";
import { retention, useSetPeriod } from "./queries";
import { describeRule } from "./record";

const BACKUPS = "backups";
const BACKUPS_TEXT =
  "Por quantos dias a empresa guarda cópias de segurança. O sistema não as apaga: o prazo aparece na política de privacidade padrão e no certificado de cada exclusão, ali como a data até a qual uma cópia pode ter os dados. 0 se não há cópias.";

export function RetentionScreen() {
  const { data, error, isFetching, refetch } = useQuery(retention);
  return (
    <PeopleFrame path={panelPaths.retention}>
      <p className="text-muted mb-4 max-w-prose text-sm">
        Uma tarefa roda a cada hora e apaga o que passou do prazo; imagens sem uso vão para a lixeira. Prazos
        desligados não apagam nada. Itens saem da lixeira depois de 30 dias; imagens, só se nada no site as
        mostra.
      </p>
      {data && (
        <div className="border-line bg-surface divide-line divide-y rounded-lg border">
          {data.rules.map((rule) => (
            <Rule key={rule.key} rule={rule} />
          ))}
          <Period
            id={BACKUPS}
            label="Cópias de segurança"
            text={BACKUPS_TEXT}
            days={data.backup_days}
            suggested={data.backup_days}
            min={0}
            mayBeOff={false}
          />
        </div>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {!data && error && (
        <LoadingFailed
          title="Erro ao carregar os prazos"
          reason={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </PeopleFrame>
  );
}

function Rule({ rule }: { rule: RetentionState }) {
  return (
    <Period
      id={rule.key}
      label={rule.label}
      text={rule.text}
      days={rule.days}
      suggested={rule.suggested_days}
      min={rule.min_days}
      max={rule.max_days}
      mayBeOff={rule.may_be_off}
      state={describeRule(rule)}
    />
  );
}

interface PeriodProps {
  id: string;
  label: string;
  text: string;
  days: number | null;
  suggested: number;
  min: number;
  /** Without it, only the server checks the maximum. */
  max?: number;
  mayBeOff: boolean;
  state?: string;
}

function Period({ id, label, text, days, suggested, min, max, mayBeOff, state }: PeriodProps) {
  const save = useSetPeriod();
  const { isOn, setOn, typed, setTyped, value } = usePeriodInput(days, suggested);
  const [isSubmitted, setSubmitted] = useState(false);
  const isChanged = value !== days;
  useUnsavedChanges(isChanged);
  const problem = value === null ? "" : problemOf(typed, min, max);
  const error = (isSubmitted && problem) || (save.error ? fieldMessageOf(save.error, "days") : undefined);
  const submit = () => {
    setSubmitted(true);
    if (problem === "") save.mutate({ key: id, days: value });
  };
  return (
    <SaveForm className="grid gap-3 p-4 sm:p-5 lg:grid-cols-[1fr_22rem]" aria-label={label} onSave={submit}>
      <div className="grid content-start gap-1">
        <h2 className="text-sm font-semibold">{label}</h2>
        <p className="text-muted max-w-prose text-sm">{text}</p>
        {state && <p className="max-w-prose text-sm">{state}</p>}
      </div>
      <div className="flex flex-wrap content-start items-start gap-3">
        {mayBeOff && (
          <div className="w-full">
            <Switch label="Aplicar o prazo" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
          </div>
        )}
        {isOn && (
          <div className="w-28">
            <Field
              label="Dias"
              type="number"
              min={min}
              max={max}
              inputMode="numeric"
              required
              value={typed}
              error={error}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        )}
        {/* Beside the input, below the height of the label. */}
        <Button type="submit" className={cn(isOn && "mt-7")} busy={save.isPending} disabled={!isChanged}>
          Salvar
        </Button>
      </div>
    </SaveForm>
  );
}

/** Returns the input of a period. When the period is saved, here or by another administrator, an unchanged input shows it. */
function usePeriodInput(days: number | null, suggested: number) {
  const [isOn, setOn] = useState(days !== null);
  const [typed, setTyped] = useState(String(days ?? suggested));
  const [base, setBase] = useState(days);
  const value = isOn ? Number(typed) : null;
  if (days !== base) {
    setBase(days);
    if (value === base) {
      setOn(days !== null);
      setTyped(String(days ?? suggested));
    }
  }
  return { isOn, setOn, typed, setTyped, value };
}

/** Returns why the typed days can't be saved; empty if they can. Without `max`, only the server checks the maximum. */
function problemOf(typed: string, min: number, max = Infinity): string {
  const days = typed.trim() === "" ? NaN : Number(typed);
  if (Number.isInteger(days) && days >= min && days <= max) return "";
  return max === Infinity
    ? `Informe um número inteiro de dias, a partir de ${min}.`
    : `Informe de ${min} a ${max} dias.`;
}
