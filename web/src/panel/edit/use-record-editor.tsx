/**
 * Saves what a form holds of a record that is there, has the person in front of it settle conflicts, and keeps what is
 * typed in this browser until then.
 */
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

import type { Opened } from "@/lib/opened";
import { type Choices, ConflictDialog } from "./conflict-dialog";
import type { Keepable, Stored } from "./editable";
import { dropKept } from "./kept";
import { type KeptForm, putBack, readKeptFields, useKeeping } from "./kept-form";
import { KeptNotice } from "./kept-notice";
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
  kind: Keepable<Value, Fields>,
  opened: Opened<Value>,
  form: UseFormReturn<Fields>,
  save: Saving<Value, Fields>,
  { onSaved, onRefused }: Told,
) {
  const what = `${kind.key}:${opened.value.id}`;
  const [kept, setKept] = useState(() => readKeptEdit(what, kind, opened));
  const [base, setBase] = useState(kept?.base ?? opened);
  const [conflict, setConflict] = useState<Conflict<Value, Fields> | null>(null);

  const fillKept = useEffectEvent(() => {
    if (!kept) return;
    const mine = changed(kept.base, kept.fields);
    putBack(form, kind.fieldsOf(kept.base.value), pick(kept.fields, mine));
  });
  // Before anybody can type into the fields.
  useLayoutEffect(() => fillKept(), []);
  useKeeping(form, { what, isUnsaved: (typed) => changed(base, typed).length > 0, base: () => base });

  function changed(from: Opened<Value>, typed: Fields): (keyof Fields & string)[] {
    return changedFields(kind, kind.fieldsOf(from.value), typed);
  }

  function drop(): void {
    dropKept(what);
    setKept(null);
  }

  function discard(): void {
    setBase(opened);
    form.reset(kind.fieldsOf(opened.value));
    drop();
  }

  function send(edit: Edit<Value, Fields>): void {
    save.mutate(edit, {
      onSuccess: (outcome) => {
        if (outcome.status === "conflict") {
          setConflict(outcome);
          return;
        }
        const typed = form.getValues();
        setBase(outcome.opened);
        const since = changedFields(kind, edit.mine, typed);
        putBack(form, kind.fieldsOf(outcome.opened.value), pick(typed, since));
        if (since.length === 0) drop();
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
    const mine = changed(base, typed).filter((name) => !given.includes(name));
    putBack(form, now, pick(typed, mine));
    setBase(theirs);
    setConflict(null);
    send({ base: theirs, mine: { ...now, ...pick(typed, mine) } });
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
  return {
    isSaving: save.isPending,
    submit: (mine: Fields) => send({ base, mine }),
    question,
    kept: { notice: kept && <KeptNotice kept={kept} onDiscard={discard} />, drop } satisfies KeptForm,
  };
}

function readKeptEdit<Value extends Stored, Fields extends object>(
  what: string,
  kind: Keepable<Value, Fields>,
  opened: Opened<Value>,
) {
  const kept = readKeptFields(what, kind.fieldsOf(opened.value));
  return kept && isOpened(kept.base, opened.value.id) ? { ...kept, base: kept.base as Opened<Value> } : null;
}

function isOpened(base: unknown, id: string): base is Opened<Stored> {
  return (base as { value?: Partial<Stored> } | null | undefined)?.value?.id === id;
}
