/**
 * The stored session: the token and the user. Their two keys must not change, because an inline script of the server's pages
 * reads them too. `expires_at` (RFC 3339) isn't stored: after a reload it is `""` until the next sign-in.
 */
import { local } from "@/lib/storage";
import type { Session, User } from "./types";

const TOKEN_KEY = "auth_token";
const USER_KEY = "auth_user";

let expiresAt = "";

export function readSession(): Session | null {
  const token = local.read(TOKEN_KEY);
  const user = local.readJson(USER_KEY);
  return token && isUser(user) ? { token, user, expires_at: expiresAt } : null;
}

export function saveSession(session: Session): void {
  local.write(TOKEN_KEY, session.token);
  local.write(USER_KEY, JSON.stringify(session.user));
  expiresAt = session.expires_at;
  markRootElement(session.user);
}

export function clearSession(): void {
  local.remove(TOKEN_KEY);
  local.remove(USER_KEY);
  expiresAt = "";
  markRootElement(null);
}

/** Returns the headers of a call with the session. The token works only together with the session's cookie. */
export function authHeaders(): Record<string, string> {
  const headers: Record<string, string> = { "X-Session-Transport": "cookie" };
  const token = local.read(TOKEN_KEY);
  if (token) headers["Authorization"] = `Bearer ${token}`;
  return headers;
}

export function isStaff(user: Pick<User, "role">): boolean {
  return user.role !== "user";
}

/** Marks the root element for the stored session, which another page or tab may have changed. */
export function markStoredSession(): void {
  markRootElement(readSession()?.user ?? null);
}

/** Sets `data-session` and `data-role`. CSS selects by them what to show, because the HTML is the same for all visitors. */
function markRootElement(user: User | null): void {
  const { dataset } = document.documentElement;
  if (user) {
    dataset["session"] = "in";
    dataset["role"] = user.role;
  } else {
    delete dataset["session"];
    delete dataset["role"];
  }
}

function isUser(value: unknown): value is User {
  return (
    typeof value === "object" && value !== null && "id" in value && "role" in value && "full_name" in value
  );
}
