/** Short messages in the corner of the panel. What draws them is loaded once the panel stands. */
export interface NotifyAction {
  label: string;
  run: () => void;
}

const labels = { notices: "Notificações", dismiss_notice: "Fechar notificação" };

function show(kind: "success" | "error", title: string, description?: string, action?: NotifyAction): void {
  // Where it can't be loaded, the browser's console is the only place left to say why.
  import("../ui/toaster").then(
    ({ draw }) => draw({ kind, title, description, action }, labels),
    (error: unknown) => window.reportError(error),
  );
}

export const notify = {
  success: (title: string, description?: string, action?: NotifyAction): void =>
    show("success", title, description, action),
  error: (title: string, description?: string, action?: NotifyAction): void =>
    show("error", title, description, action),
};
