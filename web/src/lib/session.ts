/**
 * The signed-in person as the browser keeps it: the token and the user under the two names the specification
 * gives. `expires_at` lives in memory only, so it is empty for a session restored from storage.
 */
import type { Session, User } from "@/api/types";
import { local } from "./storage";

const TOKEN_KEY = "auth_token";
const USER_KEY = "auth_user";

let expires_at = "";

export function readSession(): Session | null {
  const token = local.read(TOKEN_KEY);
  const user = local.readJson(USER_KEY);
  return token && isUser(user) ? { token, user, expires_at } : null;
}

export function saveSession(session: Session): void {
  local.write(TOKEN_KEY, session.token);
  local.write(USER_KEY, JSON.stringify(session.user));
  expires_at = session.expires_at;
  markDocument(session.user);
}

export function clearSession(): void {
  local.remove(TOKEN_KEY);
  local.remove(USER_KEY);
  expires_at = "";
  markDocument(null);
}

/** The cookie holds one half of the session, this header the other; neither is worth anything alone. */
export function authHeaders(): Record<string, string> {
  const headers: Record<string, string> = { "X-Session-Transport": "cookie" };
  const token = local.read(TOKEN_KEY);
  if (token) headers["Authorization"] = `Bearer ${token}`;
  return headers;
}

export function isStaff(user: Pick<User, "role">): boolean {
  return user.role === "admin" || user.role === "editor";
}

/** Makes the document show what storage says by now: another page or tab may have signed in or out. */
export function refreshDocument(): void {
  markDocument(readSession()?.user ?? null);
}

/** Pages are the same bytes for everybody; what depends on the person hangs on these two attributes, in CSS. */
function markDocument(user: User | null): void {
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
