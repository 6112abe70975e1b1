/** The secret of a link by mail. It stands in the fragment, which goes to no server and in no log. */
import { useEffect, useState } from "react";

/** `undefined` until the page has come to life: the server never sees the fragment. */
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

/** Takes a used-up secret out of the address and the history. */
export function forgetLinkToken(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Has the link been used, or run out? */
export function isLinkInvalid(error: unknown): boolean {
  return typeof error === "object" && error !== null && "status" in error && error.status === 403;
}
