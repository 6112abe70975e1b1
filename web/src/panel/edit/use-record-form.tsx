/** Forms of records. Unsaved input is also in the browser's storage. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

import { type Versioned, versionOf } from "@/api/versioned";
import { deepEqual } from "@/lib/deep-equal";
import {
  type LocalDraft,
  readLocalDraft,
  removeLocalDraft,
  type StoredAt,
  storedVersion,
  writeLocalDraft,
} from "./local-draft";
import { fieldRules, pick, readerOf, type ReadKind } from "./record-fields";
import { type DraftStore, type EditorState, PLAIN_EDITOR, useVersionedRecord } from "./use-versioned-record";
import type { Edit, Outcome } from "./versioned-record";

/** State of a form's editor, for its frame and for closing it. */
export interface FormEditor extends EditorState {
  /** Removes the input from the browser's storage. */
  removeDraft: () => void;
}

/** A change of the record that its editor has caused outside the form, such as by sending a reply. */
export interface OwnChange<Value, Fields> {
  /** The version with the change. */
  saved: Versioned<Value>;
  /** The fields that the change has set. */
  fields: readonly (keyof Fields & string)[];
  /** Returns the input with the values that these fields now have. `saved` has the values of the saved version. */
  settle: (typed: Fields, saved: Fields) => Fields;
}

export interface RecordFormOptions<Value extends { id: string }, Fields extends FieldValues> {
  kind: ReadKind<Value, Fields>;
  /** The newest version that is known. A form without unsaved input shows it. */
  opened: Versioned<Value>;
  /** The latest change by this user outside the form. The form is then based on it, so that it conflicts with nothing. */
  ownChange?: OwnChange<Value, Fields> | null;
  form: UseFormReturn<Fields>;
  /** Sends an edit with `saveRecord`, and shows the result. */
  send: (edit: Edit<Value, Fields>) => Promise<Outcome<Value>>;
  /** False for forms with secrets, which are never stored. */
  isStored?: boolean;
  /** Leaves the form. Without it, the form stays open and can be saved only after a change. */
  onSaved?: (() => void) | undefined;
  onRefused: (error: unknown) => void;
}

/** Edits an existing record. */
export function useRecordForm<Value extends { id: string }, Fields extends FieldValues>({
  kind,
  opened,
  ownChange = null,
  form,
  send,
  isStored = true,
  onSaved,
  onRefused,
}: RecordFormOptions<Value, Fields>): FormEditor & { submit: (mine: Fields) => void } {
  const name = isStored ? `${kind.key}:${opened.value.id}` : null;
  const editor = useVersionedRecord({
    record: readerOf(kind),
    opened,
    store: formStore(form),
    localDraft: name,
    send,
  });
  const { save, resolve } = editor;

  const recover = useEffectEvent(() => {
    const draft = name === null ? null : readFields(name, kind.fieldsOf(opened.value));
    const base = draft && storedVersion(draft.base);
    if (draft && base) editor.recover({ ...draft, draft: draft.fields, base: base as Versioned<Value> });
  });
  // Runs before the user can type.
  useLayoutEffect(() => recover(), []);
  useFormChanges(form, editor.storeDraft);

  useNewerVersion(kind, opened, form, editor);
  useOwnChange(kind, ownChange, form, editor);

  const isSent = useRef(false);

  function submit(mine?: Fields): void {
    // A second click may come before the pending state is rendered, or before the form has closed.
    if (isSent.current) return;
    isSent.current = true;
    save(mine).then(
      ({ status }) => {
        if (status === "saved" && onSaved) onSaved();
        else isSent.current = false;
      },
      (error: unknown) => {
        isSent.current = false;
        onRefused(error);
      },
    );
  }

  return {
    ...editor,
    submit,
    resolve: (choices) => {
      resolve(choices);
      submit();
    },
  };
}

/** Shows a newer version of the record once nothing is unsaved. Saving merges unsaved input with the newer version. */
function useNewerVersion<Value extends { id: string }, Fields extends FieldValues>(
  { fieldsOf }: RecordFormOptions<Value, Fields>["kind"],
  opened: Versioned<Value>,
  form: UseFormReturn<Fields>,
  editor: ReturnType<typeof useVersionedRecord<Value, Fields>>,
): void {
  const showNewer = useEffectEvent(() => {
    const base = editor.currentBase();
    if (!base || versionOf(opened) <= versionOf(base)) return;
    if (deepEqual(form.getValues(), fieldsOf(base.value))) editor.rebase(opened, fieldsOf(opened.value));
  });
  const { isDirty } = form.formState;
  useLayoutEffect(() => showNewer(), [opened, isDirty]);
}

/** Bases unsaved input on the version that the user's own change outside the form has created. */
function useOwnChange<Value extends { id: string }, Fields extends FieldValues>(
  kind: ReadKind<Value, Fields>,
  ownChange: OwnChange<Value, Fields> | null,
  form: UseFormReturn<Fields>,
  editor: ReturnType<typeof useVersionedRecord<Value, Fields>>,
): void {
  const follow = useEffectEvent(() => {
    const base = editor.currentBase();
    if (!ownChange || !base || versionOf(ownChange.saved) <= versionOf(base)) return;
    const { saved, fields } = ownChange;
    const [before, typed, now] = [kind.fieldsOf(base.value), form.getValues(), kind.fieldsOf(saved.value)];
    const merged = fieldRules(kind).merge(before, typed, now);
    const settled = pick(ownChange.settle(typed, now), fields);
    // Another person's change of a field that isn't settled remains a conflict of the next save.
    const isBased = merged.conflicts.every(({ name }) => fields.includes(name));
    editor.rebase(isBased ? saved : base, { ...(isBased ? merged.draft : typed), ...settled });
    editor.storeDraft();
  });
  useLayoutEffect(() => follow(), [ownChange]);
}

/** Edits a record that doesn't exist yet. `name` is the name of its local draft; null stores none. */
export function useNewRecordForm<Fields extends FieldValues>(
  name: string | null,
  form: UseFormReturn<Fields>,
  isSaving: boolean,
): FormEditor {
  const [blank] = useState(() => structuredClone(form.getValues()));
  const [recovered, setRecovered] = useState(() => (name === null ? null : readFields(name, blank)));
  const recover = useEffectEvent(() => recovered && formStore(form).show(blank, recovered.fields));
  // Runs before the user can type.
  useLayoutEffect(() => void recover(), []);
  useFormChanges(form, () => {
    if (name === null) return;
    const fields = form.getValues();
    if (deepEqual(fields, blank)) removeLocalDraft(name);
    else writeLocalDraft(name, { fields });
  });

  function removeDraft(): void {
    if (name !== null) removeLocalDraft(name);
    setRecovered(null);
  }

  return {
    ...PLAIN_EDITOR,
    isSaving,
    recovered,
    removeDraft,
    discard: () => {
      form.reset(blank);
      removeDraft();
    },
  };
}

/** Returns access to a form's values, as the draft of an editor. */
export function formStore<Fields extends FieldValues>(form: UseFormReturn<Fields>): DraftStore<Fields> {
  return {
    read: () => form.getValues(),
    show: (saved, draft) => {
      form.reset(saved);
      form.reset(draft, { keepDefaultValues: true });
    },
  };
}

/** Calls `onChange` after each change of a value. Set `isFilled` to false until the form has its first values. */
export function useFormChanges<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  onChange: () => void,
  isFilled = true,
): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (!isFilled) return;
    return form.subscribe({ formState: { values: true }, callback: () => changed() });
  }, [form, isFilled]);
}

interface StoredFields<Fields> extends StoredAt {
  fields: Fields;
  base: unknown;
}

/** Returns the stored fields if they have the shape of `shown` and differ from it; otherwise null. */
export function readFields<Fields extends object>(name: string, shown: Fields): StoredFields<Fields> | null {
  const draft: LocalDraft | null = readLocalDraft(name);
  const fields = draft?.["fields"];
  if (!draft || !hasShapeOf(fields, shown) || deepEqual(fields, shown)) return null;
  return { fields, base: draft["base"], kept_at: draft.kept_at };
}

/** Returns whether stored fields have the types of `shown`. An earlier release may have stored other fields. */
function hasShapeOf<Fields extends object>(stored: unknown, shown: Fields): stored is Fields {
  if (typeof stored !== "object" || stored === null) return false;
  const found = stored as Record<string, unknown>;
  return Object.entries(shown).every(
    ([name, value]) =>
      typeof found[name] === typeof value && Array.isArray(found[name]) === Array.isArray(value),
  );
}
