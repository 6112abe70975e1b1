import type { LayoutLabels } from "../../api/types";
import { call } from "../../kit/http";
import { leaveNotice } from "../../kit/notice";
import { paths } from "../../kit/paths";
import { clearSession } from "../../kit/session";
import { showToast } from "../../ui/toast";

/** Signs out. The browser forgets the session even when the server can't be told. */
export async function endSession(labels: LayoutLabels): Promise<void> {
  try {
    await call("POST", "/api/auth/logout", { fallback: labels.request_failed });
  } catch (error) {
    // eslint-disable-next-line no-console -- the error catalogue asks for it
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
