/** Saves what a form holds of a record that is there, and has the person in front of it settle conflicts. */
import { type ReactNode, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

import type { Opened } from "../../../kit/opened";
import { type Choices, ConflictDialog } from "./conflict-dialog";
import type { Editable, Stored } from "./editable";
import { changedFields, pick } from "./merge";
import type { Conflict, Edit, Outcome } from "./save-record";

/** A mutation of the query cache, as far as an editor needs to know it. */
interface Saving<Value, Fields> {
  isPending: boolean;
  mutate: (
    edit: Edit<Value, Fields>,
    told: { onSuccess: (outcome: Outcome<Value, Fields>) => void; onError: (error: unknown) => void },
  ) => void;
}

interface Told {
  onSaved?: () => void;
  onRefused: (error: unknown) => void;
}

export function useRecordEditor<Value extends Stored, Fields extends FieldValues>(
  kind: Editable<Value, Fields>,
  opened: Opened<Value>,
  form: UseFormReturn<Fields>,
  save: Saving<Value, Fields>,
  { onSaved, onRefused }: Told,
) {
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<Conflict<Value, Fields> | null>(null);

  function send(edit: Edit<Value, Fields>): void {
    save.mutate(edit, {
      onSuccess: (outcome) => {
        if (outcome.status === "conflict") {
          setConflict(outcome);
          return;
        }
        const typed = form.getValues();
        setBase(outcome.opened);
        fill(kind.fieldsOf(outcome.opened.value), typed, changedFields(kind, edit.mine, typed));
        onSaved?.();
      },
      onError: onRefused,
    });
  }

  /** Goes on from their version, with mine where it was chosen. */
  function resolve({ theirs, fields }: Conflict<Value, Fields>, choices: Choices): void {
    const given = fields.filter((name) => choices[name] === "theirs");
    const typed = form.getValues();
    const now = kind.fieldsOf(theirs.value);
    const kept = changedFields(kind, kind.fieldsOf(base.value), typed).filter(
      (name) => !given.includes(name),
    );
    fill(now, typed, kept);
    setBase(theirs);
    setConflict(null);
    send({ base: theirs, mine: { ...now, ...pick(typed, kept) } });
  }

  /** The form is what is stored, with those fields as somebody has typed them. */
  function fill(stored: Fields, typed: Fields, kept: readonly (keyof Fields & string)[]): void {
    form.reset(stored);
    for (const name of kept) {
      const value = typed[name] as PathValue<Fields, Path<Fields>>;
      form.setValue(name as Path<Fields>, value, { shouldDirty: true });
    }
  }

  /** Asks which version stays, for as long as there are two. */
  const question: ReactNode = conflict && (
    <ConflictDialog
      fields={conflict.fields.map((name) => ({
        name,
        label: kind.labels[name],
        mine: kind.textOf(form.getValues(), name),
        theirs: kind.textOf(kind.fieldsOf(conflict.theirs.value), name),
      }))}
      savedBy={conflict.savedBy}
      busy={save.isPending}
      onResolve={(choices) => resolve(conflict, choices)}
      onClose={() => setConflict(null)}
    />
  );
  return { isSaving: save.isPending, submit: (mine: Fields) => send({ base, mine }), question };
}
