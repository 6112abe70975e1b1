/** Notices in the corner of a public page. What draws them is loaded with the first one. */
export interface Toast {
  kind: "success" | "error";
  title: string;
  description?: string | undefined;
}

export interface ToastLabels {
  notices: string;
  dismiss_notice: string;
}

export async function showToast(toast: Toast, labels: ToastLabels): Promise<void> {
  // Keeps what draws them out of the server's bundle.
  if (import.meta.env.SSR) return;
  const { draw } = await import("./toaster");
  draw(toast, labels);
}
