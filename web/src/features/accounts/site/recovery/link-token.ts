/** The token of an account link. It is in the fragment of the address, which browsers don't send to servers. */
import { useEffect, useState } from "react";

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
