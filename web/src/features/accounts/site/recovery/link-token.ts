/** The token of an account link. It is in the fragment of the address, which browsers don't send to servers. */
import { useEffect, useState } from "react";

/**
 * Returns the token, which is undefined until the page is hydrated, and the outcome of using it. Another link that is opened in
 * the same tab has no outcome yet.
 */
export function useLink<Outcome>() {
  const token = useLinkToken();
  const [used, setUsed] = useState<{ token: string | undefined; outcome: Outcome }>();
  const outcome = used && used.token === token ? used.outcome : undefined;
  return { token, outcome, setOutcome: (outcome: Outcome) => setUsed({ token, outcome }) };
}

function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    // An empty fragment isn't another link: `forgetLinkToken` empties it.
    const read = () => setToken((known = "") => location.hash.slice(1) || known);
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
