import { isServerUp } from "./server-up";
import { tab } from "./storage";

const KEY = "reloaded_at";
const MIN_INTERVAL_MS = 60_000;

/**
 * Reloads an open page whose assets are missing after a server upgrade, unless typed text would be lost. Reloads at most
 * once a minute, and only if the server is reachable. Returns the function that stops it.
 */
export function reloadAfterUpgrade(isUnsaved: () => boolean): () => void {
  const controller = new AbortController();
  addEventListener("vite:preloadError", () => void reloadOnce(isUnsaved), { signal: controller.signal });
  return () => controller.abort();
}

async function reloadOnce(isUnsaved: () => boolean): Promise<void> {
  const now = Date.now();
  if (now - Number(tab.read(KEY)) < MIN_INTERVAL_MS || !(await isServerUp()) || isUnsaved()) return;
  tab.write(KEY, String(now));
  // Without storage a reload loop could not be detected.
  if (tab.read(KEY) === String(now)) location.reload();
}

/** Returns whether the visitor has changed any field of the page. */
export function isAnythingTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  const isChanged = [...fields].some((field) =>
    field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  );
  const options = document.querySelectorAll<HTMLOptionElement>("select option");
  // Without a default, the first option of a select is selected.
  return (
    isChanged || [...options].some((option) => option.selected && !option.defaultSelected && option.index > 0)
  );
}
