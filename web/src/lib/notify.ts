/** Short messages in the corner of the panel. The code that draws them is loaded with the first one. */

interface NotifyAction {
  label: string;
  run: () => void;
}

const LABELS = { notices: "Notificações", dismiss_notice: "Fechar notificação" };

/** Removes the message. */
export type Dismiss = () => void;

interface Notice {
  kind: "success" | "error" | "loading";
  title: string;
  description?: string | undefined;
  action?: NotifyAction | undefined;
  /** Called when the user closes the message. */
  onDismiss?: (() => void) | undefined;
  /** A message replaces an earlier one with the same key. */
  key?: string | undefined;
}

/** Time for which the key that undoes the latest action works, and for which a sent reply can be canceled. */
export const UNDO_MS = 10_000;
export const UNDO_LABEL = "Desfazer";

interface UndoOffer {
  run: () => void;
  until: number;
}

/** The actions whose messages offer to undo them, the latest one last. */
let undoOffers: UndoOffer[] = [];

function show(notice: Notice): Dismiss {
  // If the toaster can't be loaded, the error is only reported to the browser's console.
  const drawn = import("@/ui/toaster").then(
    ({ draw }) => draw(notice, LABELS),
    (error: unknown) => window.reportError(error),
  );
  return () => void drawn.then((dismiss) => dismiss?.());
}

/**
 * Minimum age of an error that a success dismisses. A newer one is about something else, such as another file of the same
 * upload.
 */
const TOGETHER_MS = 500;
/** The shown errors by key. */
const errors = new Map<string, { since: number; dismiss: Dismiss }>();
/** The messages that offer to undo an action that other buttons undo, too, by its key. */
const offers = new Map<string, Dismiss>();

function showError(key: string, notice: Omit<Notice, "kind">): void {
  errors.set(key, { since: Date.now(), dismiss: show({ kind: "error", key, ...notice }) });
}

/** Dismisses the messages of earlier failures after a success. */
function dismissEarlierErrors(): void {
  const now = Date.now();
  for (const [key, { since, dismiss }] of errors) {
    if (now - since <= TOGETHER_MS) continue;
    dismiss();
    errors.delete(key);
  }
}

function success(title: string, description?: string, action?: NotifyAction): Dismiss {
  dismissEarlierErrors();
  if (action?.label !== UNDO_LABEL) return show({ kind: "success", title, description, action });
  const withdraw = () => void (undoOffers = undoOffers.filter((other) => other !== offer));
  const undo = () => {
    withdraw();
    action.run();
  };
  const hide = show({
    kind: "success",
    title,
    description,
    action: { label: UNDO_LABEL, run: undo },
    onDismiss: withdraw,
  });
  const dismiss = () => {
    withdraw();
    hide();
  };
  // Also while the pointer is over the message, which pauses its own time: the server would refuse a later click.
  setTimeout(dismiss, UNDO_MS);
  const offer: UndoOffer = {
    run: () => {
      hide();
      undo();
    },
    until: Date.now() + UNDO_MS,
  };
  undoOffers = [...undoOffers, offer];
  return dismiss;
}

/** Undoes the latest action whose message offers it and is still shown. The next call undoes the one before it. */
export function undoLatest(): void {
  const now = Date.now();
  undoOffers.findLast(({ until }) => now < until)?.run();
}

export const notify = {
  success,
  /** Shown until it is dismissed. */
  pending: (title: string): Dismiss => show({ kind: "loading", title }),
  /** Replaces an identical message. */
  error: (title: string, description?: string, action?: NotifyAction): void =>
    showError(`${title}\n${description ?? ""}`, { title, description, action }),
  /** For calls that fail together: shows one message instead of several. */
  errorOnce: (title: string, description?: string): void => showError(title, { title, description }),
  /**
   * For an action that other buttons undo, too: offers to undo it, until it is undone. `key` is the id of the record, or names the
   * action. Of several actions with the same key, only the last one can be undone.
   */
  undoable: (key: string, title: string, description: string | undefined, undo: () => void): void => {
    offers.get(key)?.();
    offers.set(key, success(title, description, { label: UNDO_LABEL, run: undo }));
  },
  /** For an action that was undone: removes the message that offers it. */
  undone: (key: string, title: string, description?: string): void => {
    offers.get(key)?.();
    offers.delete(key);
    success(title, description);
  },
};
