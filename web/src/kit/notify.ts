/** Short messages in the corner of the panel. What draws them is loaded once the panel stands. */
export interface NotifyAction {
  label: string;
  run: () => void;
}

const labels = { notices: "Notificações", dismiss_notice: "Fechar notificação" };

/** Takes the message away again. */
export type Dismiss = () => void;

interface Notice {
  kind: "success" | "error";
  title: string;
  description?: string | undefined;
  action?: NotifyAction | undefined;
  /** A message with the same key takes the place of the one before. */
  key?: string | undefined;
}

function show(notice: Notice): Dismiss {
  // Where it can't be loaded, the browser's console is the only place left to say why.
  const drawn = import("../ui/toaster").then(
    ({ draw }) => draw(notice, labels),
    (error: unknown) => window.reportError(error),
  );
  return () => void drawn.then((dismiss) => dismiss?.());
}

/** Errors that come together with a success are about something else: one of several files, for instance. */
const TOGETHER_MS = 500;
let errors: { since: number; dismiss: Dismiss }[] = [];

/** What has succeeded now needs no message that it failed before. */
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
  /** For calls that fail together: several of them are one message. */
  errorOnce: (title: string, description?: string): void => {
    const dismiss = show({ kind: "error", title, description, key: title });
    errors.push({ since: Date.now(), dismiss });
  },
};
