import type { LayoutLabels } from "@/api/types";
import { call } from "@/lib/http";
import { leaveNotice } from "@/lib/notice";
import { paths } from "@/lib/paths";
import { clearSession } from "@/lib/session";
import { showToast } from "@/ui/toast";

/** Signs out. The browser forgets the session even when the server can't be told. */
export async function endSession(labels: LayoutLabels): Promise<void> {
  try {
    await call("POST", "/api/auth/logout", { fallback: labels.request_failed });
  } catch (error) {
    // eslint-disable-next-line no-console -- the error catalog asks for it
    console.error(error);
  } finally {
    clearSession();
    // Nothing of the person stays on the screen.
    if (location.pathname === paths.account) {
      leaveNotice({ title: labels.signed_out });
      location.replace(paths.home);
    } else {
      void showToast({ kind: "success", title: labels.signed_out }, labels);
    }
  }
}
