import { call } from "../../kit/http";
import { paths } from "../../kit/paths";
import { clearSession } from "../../kit/session";

/** Signs out. The browser forgets the session even when the server can't be told. */
export async function endSession(fallback: string): Promise<void> {
  try {
    await call("POST", "/api/auth/logout", { fallback });
  } catch (error) {
    // eslint-disable-next-line no-console -- the error catalogue asks for it
    console.error(error);
  } finally {
    clearSession();
    // Nothing of the person stays on the screen.
    if (location.pathname === paths.account) location.replace(paths.home);
  }
}
