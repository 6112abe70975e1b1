/** The token of an account link, in the address's fragment: browsers don't send it to servers. */
import { useEffect, useState } from "react";

import { ApiError } from "@/api/api-error";

/** Returns the token; `undefined` until the page is hydrated. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}

/** Removes a used token from the address and the history. */
export function forgetLinkToken(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Returns whether the link was used or has expired. */
export function isLinkInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
