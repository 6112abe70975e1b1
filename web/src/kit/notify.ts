/** Short messages in the corner of the panel. What draws them is loaded once the panel stands. */
export interface NotifyAction {
  label: string;
  run: () => void;
}

const labels = { notices: "Notificações", dismiss_notice: "Fechar notificação" };

/** Takes the message away again. */
export type Dismiss = () => void;

function show(
  kind: "success" | "error",
  title: string,
  description?: string,
  action?: NotifyAction,
): Dismiss {
  // Where it can't be loaded, the browser's console is the only place left to say why.
  const drawn = import("../ui/toaster").then(
    ({ draw }) => draw({ kind, title, description, action }, labels),
    (error: unknown) => window.reportError(error),
  );
  return () => void drawn.then((dismiss) => dismiss?.());
}

export const notify = {
  success: (title: string, description?: string, action?: NotifyAction): Dismiss =>
    show("success", title, description, action),
  error: (title: string, description?: string, action?: NotifyAction): void =>
    void show("error", title, description, action),
};
