/** Reports that the user is writing a reply to a contact, so that colleagues who have it open see it. */
import { useEffect } from "react";

import { api } from "@/api/client";

/** Time between reports. The server shows the user as writing for somewhat longer than twice this time. */
const REPORT_MS = 15_000;

/** Reports while `isWriting` and the page is visible. A failed report has no effect: the next one follows. */
export function useWriting(id: string, isWriting: boolean): void {
  useEffect(() => {
    if (!isWriting) return;
    const report = () => {
      if (document.visibilityState !== "visible") return;
      api.PUT("/api/contacts/{id}/presence", { params: { path: { id } } }).catch(() => undefined);
    };
    report();
    const timer = setInterval(report, REPORT_MS);
    return () => clearInterval(timer);
  }, [id, isWriting]);
}
