/** The session on public pages: checked when a page opens, and ended by signing out. */
import { ApiError } from "@/api/api-error";
import { call } from "@/api/call";
import { clearSession, readSession, saveSession } from "@/api/session";
import type { LayoutLabels, Session, User } from "@/api/types";
import { logFailure } from "@/features/accounts/core/log-failure";
import { leaveNotice } from "@/lib/notice";
import { paths } from "@/lib/paths";
import { showToast, type ToastLabels } from "@/ui/toast";

/** Checks the stored session with the server, and updates the stored user. Clears the session if the server refuses it. */
export async function checkSession(session: Session): Promise<void> {
  try {
    const user = await call<User>("GET", "/api/auth/me", { fallback: "" });
    if (isCurrent(session)) saveSession({ ...session, user });
  } catch (error) {
    if (!isCurrent(session)) return;
    logFailure("Erro ao verificar autenticação", error);
    // After other failures the session may still be valid: the server may be restarting behind a proxy, or the page closing.
    if (error instanceof ApiError && error.status === 401) clearSession();
  }
}

/** Returns whether this session is still the stored one. Another tab may have ended or replaced it. */
const isCurrent = ({ token }: Session): boolean => readSession()?.token === token;

type EndLabels = Pick<LayoutLabels, "request_failed" | "signed_out"> & ToastLabels;

/** Signs out. Clears the session even if the call fails. */
export async function endSession(labels: EndLabels): Promise<void> {
  try {
    await call("POST", "/api/auth/logout", { fallback: labels.request_failed });
  } catch (error) {
    logFailure("Erro ao sair", error);
  } finally {
    clearSession();
    // The account page shows personal data.
    if (location.pathname === paths.account) {
      leaveNotice({ title: labels.signed_out });
      location.replace(paths.home);
    } else {
      void showToast({ kind: "success", title: labels.signed_out }, labels);
    }
  }
}
