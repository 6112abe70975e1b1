/** Stage, value and outcome of the open contact. A change is saved at once. */
import { useId } from "react";

import { LOST_REASON_LABELS } from "@/api/labels";
import type { Contact } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Select } from "@/panel/controls/select";
import { formatDate } from "@/panel/format";
import { formatReais, isClosed, isStage, STAGES } from "./stages";
import { useStageMoves } from "./use-stage-moves";

export function StageFact({ contact }: { contact: Contact }) {
  const id = useId();
  const { move, askValue, askReason, dialog } = useStageMoves();
  const { stage, closed_from, value_cents, lost_reason, lost_text, stage_changed_at, deleted_at } = contact;
  if (deleted_at) return null;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-muted text-xs font-medium">
        Etapa
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          id={id}
          className="min-w-0 grow"
          value={stage}
          onChange={({ target }) => isStage(target.value) && move(contact, target.value)}
        >
          {STAGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {isClosed(stage) && (
          <Button
            size="sm"
            onClick={() => {
              // The button disappears with the change.
              document.getElementById(id)?.focus();
              move(contact, closed_from ?? "talking");
            }}
          >
            Reabrir
          </Button>
        )}
      </div>
      {lost_reason && (
        <p className="text-sm wrap-anywhere">
          <span className="text-muted">Motivo: </span>
          {LOST_REASON_LABELS[lost_reason]}
          {lost_text && `. ${lost_text}`}{" "}
          <TextButton onClick={() => askReason(contact)}>Mudar motivo</TextButton>
        </p>
      )}
      <p className="text-sm">
        {value_cents !== null && <span className="mr-1 font-medium">{formatReais(value_cents)}</span>}
        <TextButton onClick={() => askValue(contact)}>
          {value_cents === null ? "Informar valor" : "Mudar valor"}
        </TextButton>
      </p>
      {isClosed(stage) && <p className="text-muted text-xs">Fechado em {formatDate(stage_changed_at)}</p>}
      {dialog}
    </div>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="text-muted hover:text-ink decoration-control min-h-6 rounded-sm text-sm underline underline-offset-4"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
