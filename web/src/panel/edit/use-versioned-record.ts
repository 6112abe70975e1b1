/**
 * The state of an editor of a versioned record: the version that the draft is based on, saving, conflicts with other
 * people's changes, and the draft in the browser's storage. It draws nothing. The draft itself is in a form or a React state.
 */
import { useEffect, useRef, useState } from "react";

import { type Versioned, versionOf } from "@/api/versioned";
import type { Choices } from "./conflict-dialog";
import { removeLocalDraft, type StoredAt, writeLocalDraft } from "./local-draft";
import {
  type Conflict,
  type Edit,
  type Outcome,
  type RecordReader,
  saveRecord,
  type VersionedRecord,
} from "./versioned-record";

/** Access to the draft of an editor, in a form or a React state. */
export interface DraftStore<Draft> {
  read: () => Draft;
  /** Shows `draft`. Its differences from `saved` are unsaved changes. */
  show: (saved: Draft, draft: Draft) => void;
}

/** A draft from the browser's storage with the version that it was made from. */
export interface RecoveredDraft<Value, Draft> extends StoredAt {
  base: Versioned<Value>;
  draft: Draft;
}

/** How an edit is saved: `send` sends it, or else `saveRecord`. */
type Saving<Value, Draft> =
  | { record: VersionedRecord<Value, Draft>; send?: undefined }
  | {
      record: RecordReader<Value, Draft>;
      send: (edit: Edit<Value, Draft>) => Promise<Outcome<Value>>;
    };

type Options<Value, Draft> = Saving<Value, Draft> & {
  /** Null if the server doesn't have the record yet. */
  opened: Versioned<Value> | null;
  store: DraftStore<Draft>;
  /** Name of the draft in the browser's storage. Null stores none. */
  localDraft: string | null;
};

/** The state of an editor that `EditorFrame` shows. */
export interface EditorState {
  isSaving: boolean;
  /** When the recovered draft was stored, as long as the editor shows it. */
  recovered: StoredAt | null;
  /** Returns to the saved version. */
  discard: () => void;
  conflict: Pick<Conflict<unknown>, "fields" | "savedBy" | "isOwn"> | null;
  resolve: (choices: Choices) => void;
  dismissConflict: () => void;
}

/** State of an editor that has neither conflicts nor a draft in the browser's storage. */
export const PLAIN_EDITOR: EditorState = {
  isSaving: false,
  recovered: null,
  discard: () => undefined,
  conflict: null,
  resolve: () => undefined,
  dismissConflict: () => undefined,
};

export function useVersionedRecord<Value, Draft>(options: Options<Value, Draft>) {
  const { record, opened } = options;
  const base = useBase(options);
  const { currentBase, rebase } = base;
  const stored = useStoredDraft(options, currentBase);
  const { removeDraft } = stored;
  const conflict = useConflict(options, base);
  const { isSaving, save, settle } = useSaving(options, base, stored, conflict);

  function recover({ base, draft, kept_at }: RecoveredDraft<Value, Draft>): void {
    rebase(base, draft);
    stored.setRecovered({ kept_at });
  }

  function discard(): void {
    const from = currentBase();
    const saved = opened && (!from || versionOf(opened) > versionOf(from)) ? opened : from;
    if (saved) rebase(saved, record.draftOf(saved.value));
    removeDraft();
  }

  return {
    base: base.base,
    currentBase,
    isSaving,
    recovered: stored.recovered,
    conflict: conflict.conflict,
    save,
    settle,
    rebase,
    recover,
    resolve: conflict.resolve,
    discard,
    storeDraft: stored.storeDraft,
    removeDraft,
    /** Shows a conflict of a save outside this hook. */
    showConflict: conflict.setConflict,
    dismissConflict: () => conflict.setConflict(null),
  };
}

type BaseState<Value, Draft> = ReturnType<typeof useBase<Value, Draft>>;

/** The version that the draft is based on. */
function useBase<Value, Draft>({ record, opened, store }: Options<Value, Draft>) {
  const [base, setBase] = useState(opened);
  // Also in a ref, because an answer may arrive before the next render.
  const latest = useRef(opened);

  /** Shows `draft` as changes of the version `to`. */
  function rebase(to: Versioned<Value>, draft: Draft): void {
    latest.current = to;
    setBase(to);
    store.show(record.draftOf(to.value), draft);
  }

  return { base, rebase, currentBase: () => latest.current };
}

/** The draft in the browser's storage. */
function useStoredDraft<Value, Draft>(
  { record, store, localDraft }: Options<Value, Draft>,
  currentBase: () => Versioned<Value> | null,
) {
  const [recovered, setRecovered] = useState<StoredAt | null>(null);

  /** Stores the draft; removes it from the storage if it equals the saved version. */
  function storeDraft(): void {
    const base = currentBase();
    if (localDraft === null || base === null) return;
    const fields = store.read();
    if (record.isSame(record.draftOf(base.value), fields)) removeLocalDraft(localDraft);
    else writeLocalDraft(localDraft, { fields, base });
  }

  function removeDraft(): void {
    if (localDraft !== null) removeLocalDraft(localDraft);
    setRecovered(null);
  }

  return { recovered, setRecovered, storeDraft, removeDraft };
}

function useConflict<Value, Draft>(
  { record, store }: Options<Value, Draft>,
  { currentBase, rebase }: BaseState<Value, Draft>,
) {
  const [conflict, setConflict] = useState<Conflict<Value> | null>(null);

  /** Bases the draft on the other person's version, with the chosen values. The conflict ends with the next save. */
  function resolve(choices: Choices): void {
    const base = currentBase();
    if (!conflict || !base) return;
    const { theirs, fields } = conflict;
    const now = record.draftOf(theirs.value);
    const { draft } = record.merge(record.draftOf(base.value), store.read(), now);
    const taken = fields.map(({ name }) => name).filter((name) => choices[name] === "theirs");
    rebase(theirs, record.take(draft, now, taken));
  }

  return { conflict, setConflict, resolve };
}

function useSaving<Value, Draft>(
  options: Options<Value, Draft>,
  { currentBase, rebase }: BaseState<Value, Draft>,
  { removeDraft }: { removeDraft: () => void },
  { setConflict }: { setConflict: (conflict: Conflict<Value> | null) => void },
) {
  const { record, store } = options;
  const [isSaving, setSaving] = useState(false);
  const isMounted = useMounted();

  /** Bases the draft on the saved version, with the changes that the user has made since `sent`. */
  function settle(saved: Versioned<Value>, sent: Draft): void {
    const after = record.draftOf(saved.value);
    const typed = store.read();
    const draft = record.rebase?.(saved, sent, typed) ?? record.merge(sent, typed, after).draft;
    rebase(saved, draft);
    setConflict(null);
    if (record.isSame(after, draft)) removeDraft();
  }

  async function save(mine = store.read()): Promise<Outcome<Value>> {
    const from = currentBase();
    if (from === null) throw new Error("a record must be opened before it can be saved");
    setSaving(true);
    try {
      const edit = { base: from, mine };
      const outcome = await (options.send ? options.send(edit) : saveRecord(options.record, edit));
      if (!isMounted()) return outcome;
      if (outcome.status === "conflict") setConflict(outcome);
      else settle(outcome.saved, mine);
      return outcome;
    } catch (error) {
      setConflict(null);
      throw error;
    } finally {
      setSaving(false);
    }
  }

  return { isSaving, save, settle };
}

function useMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
