/**
 * Dialogs without an address of their own. The open one is stored in the entry of the browser's history: the Back button
 * closes it, and a reload opens it again.
 */
import { type Location, useLocation, useNavigate } from "react-router";

import { isLeavingEntry, leaveEntry } from "./leave-entry";

/** The open dialog, as the state of a history entry stores it. */
interface DialogEntry {
  name: string;
  value: unknown;
  hasForm: boolean;
}

export interface DialogState<Value> {
  /** The value that the dialog was opened with; null if it is closed. */
  opened: Value | null;
  open: (value: Value) => void;
  close: () => void;
}

/**
 * Returns the state of a dialog. `name` is unique on its screen; values are JSON. With `hasForm`, leaving the dialog by other
 * means than `close`, such as the Back button, asks before unsaved input is lost.
 */
export function useDialog<Value>(name: string, { hasForm = true } = {}): DialogState<Value> {
  const navigate = useNavigate();
  const location = useLocation();
  const entry = entryOf(location);
  const show = (dialog: DialogEntry) => {
    const state: unknown = { ...(location.state as object | null), dialog };
    void navigate({ search: location.search }, { state, preventScrollReset: true });
  };
  return {
    opened: entry?.name === name ? (entry.value as Value) : null,
    open: (value) => show({ name, value, hasForm }),
    close: () => leaveEntry(location.key),
  };
}

/** Returns the state of a history entry that opens a dialog with a form, for links to it from other screens. */
export const stateOfDialog = (name: string, value: unknown): { dialog: unknown } => ({
  dialog: { name, value, hasForm: true } satisfies DialogEntry,
});

/** Returns whether going from one history entry to another closes a dialog with a form without its `close`. */
export function closesForm(from: Location, to: Location): boolean {
  const entry = entryOf(from);
  return entry?.hasForm === true && entry.name !== entryOf(to)?.name && !isLeavingEntry();
}

function entryOf({ state }: Location): DialogEntry | undefined {
  return (state as { dialog?: DialogEntry } | null)?.dialog;
}
