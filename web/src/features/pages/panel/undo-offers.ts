/** Ways back from what was taken out of a list of a page, for as long as they lead to the page that is being edited. */
import { type Dismiss, notify } from "@/lib/notify";

const offers = new Set<Dismiss>();

export function offerUndo(title: string, text: string, run: () => void): void {
  offers.add(notify.success(title, text, { label: "Desfazer", run }));
}

/** Another text has taken the place of the one they were made for. */
export function withdrawUndo(): void {
  offers.forEach((dismiss) => dismiss());
  offers.clear();
}
