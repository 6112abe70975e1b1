/** Saves what a form holds of a record that is there, and has the person in front of it settle conflicts. */
import { useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

import type { Choices, ConflictField } from "../../ui/panel/conflict-dialog";
import { formatTime } from "../../ui/panel/format";
import type { Kind, Named, Opened } from "./kind";
import { changedFields, pick } from "./merge";
import { useSave } from "./record-changes";
import type { Conflict } from "./save-record";

export interface EditorConflict {
  fields: ConflictField[];
  /** Who saved the other version and when. */
  savedBy: string;
  resolve: (choices: Choices) => void;
  drop: () => void;
}

interface Told {
  onSaved: () => void;
  onRefused: (error: unknown) => void;
}

export function useRecordEditor<Value extends Named, Fields extends FieldValues>(
  kind: Kind<Value, Fields>,
  opened: Opened<Value>,
  form: UseFormReturn<Fields>,
  { onSaved, onRefused }: Told,
) {
  const save = useSave(kind);
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<Conflict<Value, Fields> | null>(null);

  function send(from: Opened<Value>, mine: Fields): void {
    save.mutate(
      { base: from, mine },
      {
        onSuccess: (outcome) => (outcome.status === "conflict" ? setConflict(outcome) : onSaved()),
        onError: onRefused,
      },
    );
  }

  /** Goes on from their version, with mine where it was chosen. */
  function resolve(choices: Choices): void {
    if (!conflict) return;
    const { theirs, fields } = conflict;
    const given = fields.filter((name) => choices[name] === "theirs");
    const typed = form.getValues();
    const now = kind.fieldsOf(theirs.value);
    const kept = changedFields(kind, kind.fieldsOf(base.value), typed).filter(
      (name) => !given.includes(name),
    );
    const values = { ...now, ...pick(typed, kept) };
    form.reset(now);
    for (const name of kept) {
      const value = values[name] as PathValue<Fields, Path<Fields>>;
      form.setValue(name as Path<Fields>, value, { shouldDirty: true });
    }
    setBase(theirs);
    setConflict(null);
    send(theirs, values);
  }

  const shown: EditorConflict | null = conflict && {
    fields: conflict.fields.map((name) => ({
      name,
      label: kind.labels[name],
      mine: kind.textOf(form.getValues(), name),
      theirs: kind.textOf(kind.fieldsOf(conflict.theirs.value), name),
    })),
    savedBy: savedBy(conflict.theirs.value),
    resolve,
    drop: () => setConflict(null),
  };
  return { isSaving: save.isPending, submit: (mine: Fields) => send(base, mine), conflict: shown };
}

function savedBy({ updated_at }: Named): string {
  return updated_at ? `outra pessoa às ${formatTime(updated_at)}` : "outra pessoa";
}
