/**
 * A form over one record or several. It knows the versions it was opened with: whoever saves first never has their change
 * overwritten unseen, and what was typed stays in the form, and is kept in this browser, until it is saved or given up.
 */
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";

import { ApiError, messageOf } from "@/api/api-error";
import { notify } from "@/lib/notify";
import { same } from "@/lib/deep-equal";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { dropKept, type Kept } from "@/panel/edit/kept";
import { putBack, readKeptFields, useKeeping } from "@/panel/edit/kept-form";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { changedFields, pick } from "./merge";
import type { FieldName, RecordName, Texts } from "./records";
import { type Conflict, saveRecord } from "./save-record";
import { type Opened, settingsRecord } from "./settings-queries";

export interface Part {
  name: RecordName;
  fields: readonly FieldName[];
}

interface Words {
  /** Of the message when all is saved. */
  saved: string;
  /** Why it could not be, where the server doesn't say. */
  failed: string;
}

interface Progress {
  /** A record with changes was saved. */
  hasSaved: boolean;
  wasMerged: boolean;
  /** The latest refusal of a record's fields. */
  refusal?: ApiError;
}

type Bases = Partial<Record<RecordName, Opened>>;
export type SettingsForm = ReturnType<typeof useSettingsForm>;

export function useSettingsForm(parts: readonly Part[], words: Words, onSaved?: () => void) {
  const cache = useQueryClient();
  const queries = useQueries({ queries: parts.map(({ name }) => settingsRecord(name)) });
  const form = useForm<Record<string, string>>({ defaultValues: blank(parts) });
  const { isDirty, errors } = form.formState;
  const bases = useRef<Bases>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const what = `settings:${parts.flatMap(({ fields }) => fields).join()}`;
  const [kept, setKept] = useState<Kept | null>(null);
  const hasLooked = useRef(false);
  useUnsavedChanges(isDirty, drop);

  const known = queries.map(({ data }) => JSON.stringify(data)).join();
  const isReady = queries.every(({ data, isPlaceholderData }) => data && !isPlaceholderData);
  const open = useEffectEvent(() => {
    // What somebody is typing stays, with the version it was typed over.
    if (isDirty) return;
    fill();
    if (!isReady || hasLooked.current) return;
    hasLooked.current = true;
    putKeptBack();
  });
  // Before anybody can type into the fields that were empty until then.
  useLayoutEffect(() => open(), [known, isReady, isDirty]);
  useKeeping(form, {
    what: isReady ? what : null,
    isUnsaved: (typed) => !isSaved(typed),
    base: () => bases.current,
  });

  function fill(): void {
    for (const [index, { name }] of parts.entries()) {
      const opened = newer(bases.current[name], queries[index]?.data);
      if (opened) bases.current[name] = opened;
    }
    form.reset(valuesOf(parts, bases.current));
  }

  function putKeptBack(): void {
    const found = readKeptFields(what, valuesOf(parts, bases.current));
    if (!found || !isOpened(parts, found.base)) return;
    bases.current = found.base;
    const before = valuesOf(parts, found.base);
    putBack(form, before, pick(found.fields, changedFields(before, found.fields)));
    setKept(found);
  }

  function isSaved(typed: Texts): boolean {
    return same(typed, valuesOf(parts, bases.current));
  }

  function drop(): void {
    dropKept(what);
    setKept(null);
  }

  /** Goes back to what the server has. */
  function discard(): void {
    bases.current = {};
    fill();
    drop();
  }

  const save = useMutation({
    mutationFn: (sent: Texts) => savePart(0, sent, { hasSaved: false, wasMerged: false }),
    onError: (error) => notify.error("Erro ao salvar", messageOf(error, words.failed)),
  });

  /** One record after the other: what is saved stays saved, and the wrong fields of all records are shown at once. */
  async function savePart(index: number, sent: Texts, progress: Progress): Promise<void> {
    const part = parts[index];
    if (!part) {
      finish(progress);
      return;
    }
    const base = bases.current[part.name];
    if (!base) throw new Error("a record is saved after it was opened");
    const hasChanges = changedFields(base.document, pick(sent, part.fields)).length > 0;
    let outcome;
    try {
      outcome = await saveRecord(part.name, base, pick(sent, part.fields));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      showFieldErrors(error, form);
      return savePart(index + 1, sent, { ...progress, refusal: error });
    }
    if (outcome.status === "conflict") {
      setConflict(outcome);
      return;
    }
    setConflict(null);
    settle(part, outcome.opened, sent);
    return savePart(index + 1, sent, {
      ...progress,
      hasSaved: progress.hasSaved || hasChanges,
      wasMerged: progress.wasMerged || outcome.isMerged,
    });
  }

  /** The fields of a record are what was saved, unless somebody has typed on meanwhile. */
  function settle({ name, fields }: Part, opened: Opened, sent: Texts): void {
    bases.current[name] = opened;
    cache.setQueryData(settingsRecord(name).queryKey, opened);
    for (const field of fields) {
      const typed = form.getValues(field);
      const saved = opened.document[field] ?? "";
      form.resetField(field, { defaultValue: saved });
      if (typed !== sent[field]) form.setValue(field, typed, { shouldDirty: true });
    }
  }

  function finish({ hasSaved, wasMerged, refusal }: Progress): void {
    if (refusal && !hasSaved) throw refusal;
    if (isSaved(form.getValues())) drop();
    if (refusal) {
      notify.error("Nem tudo foi salvo", "Corrija os campos destacados. Os demais já valem no site.");
      void cache.invalidateQueries({ queryKey: ["settings"] });
      return;
    }
    notify.success(
      words.saved,
      wasMerged ? "O que outra pessoa salvou em outros campos foi mantido." : undefined,
    );
    void cache.invalidateQueries({ queryKey: ["settings"] });
    onSaved?.();
  }

  /** Goes on from their version, with mine where it was chosen. */
  function resolve(choices: Choices): void {
    if (!conflict) return;
    const { name, fields, theirs } = conflict;
    const base = bases.current[name];
    const part = parts.find((candidate) => candidate.name === name);
    if (!base || !part) return;
    const given = fields.filter((field) => choices[field] === "theirs");
    for (const field of part.fields) {
      const isMine = form.getValues(field) !== base.document[field] && !given.includes(field);
      if (!isMine) form.setValue(field, theirs.document[field] ?? "");
    }
    bases.current[name] = theirs;
    save.mutate(form.getValues());
  }

  return {
    form,
    errors,
    isDirty,
    isReady,
    isSaving: save.isPending,
    error: queries.find(({ error }) => error)?.error ?? null,
    isRetrying: queries.some(({ isFetching }) => isFetching),
    retry: () => queries.forEach((query) => void query.refetch()),
    submit: form.handleSubmit((values) => save.mutate(values)),
    conflict,
    resolve,
    dropConflict: () => setConflict(null),
    /** What an input of this field needs. */
    field: (name: FieldName) => ({ ...form.register(name), error: errors[name]?.message }),
    parts,
    /** What was typed before and is in the form again, until it is saved or given up. */
    kept,
    discard,
    drop,
  };
}

function blank(parts: readonly Part[]): Record<string, string> {
  return Object.fromEntries(parts.flatMap(({ fields }) => fields.map((field) => [field, ""])));
}

function valuesOf(parts: readonly Part[], bases: Bases): Record<string, string> {
  const values = parts.map(({ name, fields }) => pick(bases[name]?.document ?? {}, fields));
  return Object.assign({}, ...values) as Record<string, string>;
}

function isOpened(parts: readonly Part[], bases: unknown): bases is Bases {
  const known = (bases ?? {}) as Bases;
  return parts.every(({ name }) => typeof known[name]?.document === "object");
}

/** What was just saved is known here before the cache tells. */
function newer(known: Opened | undefined, told: Opened | undefined): Opened | undefined {
  return known && (!told || versionOf(known) > versionOf(told)) ? known : told;
}

function versionOf({ etag }: Opened): number {
  return Number(etag?.replaceAll('"', "") ?? -1);
}
