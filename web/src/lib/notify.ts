/** Short messages in the corner of the panel. The code that draws them is loaded with the first one. */

interface NotifyAction {
  label: string;
  run: () => void;
}

const LABELS = { notices: "Notificações", dismiss_notice: "Fechar notificação" };

/** Removes the message. */
export type Dismiss = () => void;

interface Notice {
  kind: "success" | "error";
  title: string;
  description?: string | undefined;
  action?: NotifyAction | undefined;
  /** A message replaces an earlier one with the same key. */
  key?: string | undefined;
}

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
let errors: { since: number; dismiss: Dismiss }[] = [];

/** Dismisses the messages of earlier failures after a success. */
function dismissEarlierErrors(): void {
  const now = Date.now();
  const isEarlier = ({ since }: { since: number }) => now - since > TOGETHER_MS;
  errors.filter(isEarlier).forEach(({ dismiss }) => dismiss());
  errors = errors.filter((error) => !isEarlier(error));
}

export const notify = {
  success: (title: string, description?: string, action?: NotifyAction): Dismiss => {
    dismissEarlierErrors();
    return show({ kind: "success", title, description, action });
  },
  error: (title: string, description?: string, action?: NotifyAction): void => {
    errors.push({ since: Date.now(), dismiss: show({ kind: "error", title, description, action }) });
  },
  /** For calls that fail together: shows one message instead of several. */
  errorOnce: (title: string, description?: string): void => {
    const dismiss = show({ kind: "error", title, description, key: title });
    errors.push({ since: Date.now(), dismiss });
  },
};
