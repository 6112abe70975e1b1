/** Notices in the corner of a public page. The code that draws them is loaded with the first one. */

export interface Toast {
  kind: "success" | "error";
  title: string;
  description?: string | undefined;
}

export interface ToastLabels {
  notices: string;
  dismiss_notice: string;
}

interface Toaster {
  draw: (toast: Toast, labels: ToastLabels) => unknown;
}

/** Preloads the toaster, so that messages can be shown offline. Loading errors are ignored. */
export async function loadToaster(): Promise<Toaster | null> {
  // Excludes the toaster from the server's bundle.
  if (import.meta.env.SSR) return null;
  return import("./toaster").catch(() => null);
}

export async function showToast(toast: Toast, labels: ToastLabels): Promise<void> {
  if (import.meta.env.SSR) return;
  const toaster = await loadToaster();
  if (toaster) toaster.draw(toast, labels);
  else drawPlain(toast);
}

const PLAIN_DURATION_MS = 8000;

/** Shows a message as plain text, because the toaster can't be loaded. */
function drawPlain({ kind, title, description }: Toast): void {
  const box = document.createElement("div");
  box.setAttribute("role", kind === "error" ? "alert" : "status");
  box.className = PLAIN;
  const heading = box.appendChild(document.createElement("strong"));
  document.body.append(box);
  // Screen readers announce only text that is added to a region after the region itself.
  heading.textContent = title;
  if (description) box.appendChild(document.createElement("p")).textContent = description;
  setTimeout(() => box.remove(), PLAIN_DURATION_MS);
}

const PLAIN =
  "bg-surface border-control text-ink shadow-high fixed inset-x-4 top-4 z-50 rounded-md border p-4 text-sm sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-90";
