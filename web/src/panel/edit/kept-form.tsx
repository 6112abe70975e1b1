/**
 * A form of which the browser keeps what is typed at every change, until the server has it or its writer gives it up:
 * what a crash interrupts is in the form again when it is opened the next time.
 */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

import { same } from "@/lib/deep-equal";
import { dropKept, keep, type Kept, readKept } from "./kept";
import { KeptNotice } from "./kept-notice";

/** What a form shows and does about what is kept of it. */
export interface KeptForm {
  /** Says that what was typed before is in the form again, where it is. */
  notice: ReactNode;
  /** What is typed is on the server, or given up. */
  drop: () => void;
}

interface KeptFields<Fields> extends Kept {
  fields: Fields;
  /** What they were made from, without which they can't be saved. */
  base: unknown;
}

/** Nothing where a form like this one had none of it, or it says what the form says anyway. */
export function readKeptFields<Fields extends object>(
  what: string,
  shown: Fields,
): KeptFields<Fields> | null {
  const kept = readKept(what);
  const fields = kept?.["fields"];
  if (!kept || !isLike(fields, shown) || same(fields, shown)) return null;
  return { fields, base: kept["base"], kept_at: kept.kept_at };
}

/** The form is what is stored, with what somebody has typed instead of it. */
export function putBack<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  stored: Fields,
  typed: Partial<Fields>,
): void {
  form.reset(stored);
  form.reset({ ...stored, ...typed }, { keepDefaultValues: true });
}

interface Keeping<Fields> {
  /** Nothing for as long as the form isn't filled. */
  what: string | null;
  /** Is there anything in the form that the server doesn't have? */
  isUnsaved: (typed: Fields) => boolean;
  base?: () => unknown;
}

export function useKeeping<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  { what, isUnsaved, base }: Keeping<Fields>,
): void {
  const keepTyped = useEffectEvent((where: string) => {
    const fields = form.getValues();
    if (isUnsaved(fields)) keep(where, { fields, base: base?.() });
    else dropKept(where);
  });
  // Not while it is filled: what is kept would go.
  useEffect(() => {
    if (what === null) return;
    return form.subscribe({ formState: { values: true }, callback: () => keepTyped(what) });
  }, [form, what]);
}

/** Keeps what is written of a record that the server doesn't have yet. */
export function useKeptDraft<Fields extends FieldValues>(
  what: string,
  form: UseFormReturn<Fields>,
): KeptForm {
  const [blank] = useState(() => structuredClone(form.getValues()));
  const [kept, setKept] = useState(() => readKeptFields(what, blank));
  const fill = useEffectEvent(() => kept && putBack(form, blank, kept.fields));
  // Before anybody can type into the fields.
  useLayoutEffect(() => void fill(), []);
  useKeeping(form, { what, isUnsaved: (typed) => !same(typed, blank) });

  function drop(): void {
    dropKept(what);
    setKept(null);
  }

  function discard(): void {
    form.reset(blank);
    drop();
  }

  return { notice: kept && <KeptNotice kept={kept} onDiscard={discard} />, drop };
}

/** Has it the fields of such a form? The program may have been another one when they were kept. */
function isLike<Fields extends object>(kept: unknown, shown: Fields): kept is Fields {
  if (typeof kept !== "object" || kept === null) return false;
  const found = kept as Record<string, unknown>;
  return Object.entries(shown).every(
    ([name, value]) =>
      typeof found[name] === typeof value && Array.isArray(found[name]) === Array.isArray(value),
  );
}
