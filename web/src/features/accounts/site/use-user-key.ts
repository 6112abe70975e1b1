import { useEffect, useState } from "react";

import { readSession } from "@/api/session";

/**
 * Returns a key for what a user has typed or may see. It changes if the browser restores the page from history, and another user or
 * nobody is signed in then.
 */
export function useUserKey(): number {
  const [key, setKey] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const readUser = () => readSession()?.user.id;
    let user = readUser();
    addEventListener("pagehide", () => (user = readUser()), { signal });
    addEventListener("pageshow", () => user !== readUser() && setKey((last) => last + 1), { signal });
    return () => controller.abort();
  }, []);
  return key;
}
