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
  const toaster = await import("./toaster").catch(() => null);
  if (toaster) toaster.draw(toast, labels);
  // Without the network what draws it may not come either; what it says must still be read.
  else window.alert([toast.title, toast.description].filter(Boolean).join("\n"));
}
