/** The screen of the retention rules: their periods, and what they have erased. For administrators. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import { fieldMessageOf } from "@/api/error-checks";
import type { RetentionState } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { EditorConflict } from "@/panel/edit/editor-frame";
import { SaveForm } from "@/panel/edit/save-form";
import { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { Field } from "@/panel/form/field";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { PeopleFrame } from "./frame";
import { BACKUPS, periodRecord, retention, unnumbered, useSavePeriod } from "./queries";
import { describeRule } from "./record";

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
  const { input, change, value, isChanged, save, ...editor } = usePeriodEditor(id, days, suggested);
  const { isOn, typed } = input;
  const [isSubmitted, setSubmitted] = useState(false);
  useUnsavedChanges(isChanged);
  const problem = value === null ? "" : problemOf(typed, min, max);
  const error = (isSubmitted && problem) || (editor.error ? fieldMessageOf(editor.error, "days") : undefined);
  const submit = () => {
    setSubmitted(true);
    if (problem === "") save();
  };
  return (
    <>
      <SaveForm className="grid gap-3 p-4 sm:p-5 lg:grid-cols-[1fr_22rem]" aria-label={label} onSave={submit}>
        <div className="grid content-start gap-1">
          <h2 className="text-sm font-semibold">{label}</h2>
          <p className="text-muted max-w-prose text-sm">{text}</p>
          {state && <p className="max-w-prose text-sm">{state}</p>}
        </div>
        <div className="flex flex-wrap content-start items-start gap-3">
          {mayBeOff && (
            <div className="w-full">
              <Switch
                label="Aplicar o prazo"
                checked={isOn}
                onChange={({ target }) => change({ isOn: target.checked, typed })}
              />
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
                onChange={({ target }) => change({ isOn, typed: target.value })}
              />
            </div>
          )}
          {/* Beside the input, below the height of the label. */}
          <Button type="submit" className={cn(isOn && "mt-7")} busy={editor.isSaving} disabled={!isChanged}>
            Salvar
          </Button>
        </div>
      </SaveForm>
      <EditorConflict {...editor} />
    </>
  );
}

interface PeriodInput {
  isOn: boolean;
  typed: string;
}

const valueOf = ({ isOn, typed }: PeriodInput) => (isOn ? Number(typed) : null);

/**
 * Returns the input of a period, and the functions that change and save it. When the period is saved, here or by another
 * administrator, an unchanged input shows it.
 */
function usePeriodEditor(key: string, days: number | null, suggested: number) {
  const inputOf = (days: number | null) => ({ isOn: days !== null, typed: String(days ?? suggested) });
  const [input, setInput] = useState<PeriodInput>(() => inputOf(days));
  // Also in a ref, because a choice between two versions is saved before it is rendered.
  const latest = useRef(input);
  const change = (next: PeriodInput) => {
    latest.current = next;
    setInput(next);
  };
  const record = periodRecord(useQueryClient());
  const send = useSavePeriod(record);
  const editor = useVersionedRecord({
    record,
    opened: unnumbered({ key, days }),
    store: {
      read: () => ({ days: valueOf(latest.current) }),
      show: (_, draft) => draft.days !== valueOf(latest.current) && change(inputOf(draft.days)),
    },
    localDraft: null,
    send: send.mutateAsync,
  });
  const value = valueOf(input);
  const isChanged = value !== (editor.base?.value.days ?? null);
  const showNewer = useEffectEvent(() => {
    if (!isChanged) editor.rebase(unnumbered({ key, days }), { days });
  });
  useLayoutEffect(() => showNewer(), [days]);
  // The mutation shows the error.
  const save = () => void editor.save().catch(() => undefined);
  return {
    ...editor,
    input,
    change,
    value,
    isChanged,
    save,
    error: send.error,
    resolve: (choices: Choices) => {
      editor.resolve(choices);
      save();
    },
  };
}

/** Returns why the typed days can't be saved; empty if they can. Without `max`, only the server checks the maximum. */
function problemOf(typed: string, min: number, max = Infinity): string {
  const days = typed.trim() === "" ? NaN : Number(typed);
  if (Number.isInteger(days) && days >= min && days <= max) return "";
  return max === Infinity
    ? `Informe um número inteiro de dias, a partir de ${min}.`
    : `Informe de ${min} a ${max} dias.`;
}
