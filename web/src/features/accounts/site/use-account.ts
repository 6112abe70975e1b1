/** Everything about the person who is signed in, fetched with their session. */
import { useCallback, useEffect, useState } from "react";

import type { LayoutLabels, OwnContact, OwnSession, Profile, SecondFactor } from "@/api/types";
import { onPageShown } from "@/lib/page-shown";
import { paths } from "@/lib/paths";
import { clearSession, isStaff, readSession } from "@/lib/session";

export interface Account {
  profile: Profile;
  contacts: OwnContact[];
  sessions: OwnSession[];
  factor: SecondFactor;
  staff: boolean;
}

type State = { phase: "loading" } | { phase: "failed" } | { phase: "ready"; account: Account };

export function useAccount(labels: LayoutLabels) {
  const [state, setState] = useState<State>({ phase: "loading" });
  const load = useCallback(async () => {
    const session = readSession();
    if (!session) {
      toSignIn();
      return;
    }
    try {
      const account = await fetchAccount(labels.request_failed);
      setState({ phase: "ready", account: { ...account, staff: isStaff(session.user) } });
    } catch (error) {
      if (isSignedOut(error)) toSignIn();
      else setState({ phase: "failed" });
    }
  }, [labels]);
  useEffect(() => onPageShown(() => void load()), [load]);
  useEffect(() => {
    addEventListener("storage", leaveIfSignedOut);
    return () => removeEventListener("storage", leaveIfSignedOut);
  }, []);

  const change = useCallback((changed: Partial<Account>) => {
    setState((state) =>
      state.phase === "ready" ? { phase: "ready", account: { ...state.account, ...changed } } : state,
    );
  }, []);
  return { state, load, change };
}

async function fetchAccount(fallback: string): Promise<Omit<Account, "staff">> {
  const { call } = await import("@/lib/http");
  const [profile, contacts, sessions, factor] = await Promise.all([
    call<Profile>("GET", "/api/auth/profile", { fallback }),
    call<OwnContact[]>("GET", "/api/contacts/mine", { fallback }),
    call<OwnSession[]>("GET", "/api/auth/sessions", { fallback }),
    call<SecondFactor>("GET", "/api/auth/second-factor", { fallback }),
  ]);
  return { profile, contacts, sessions, factor };
}

/** Signed out in another tab: nothing of the person stays on the screen here either. */
function leaveIfSignedOut(): void {
  if (readSession()) return;
  // Storage tells of each thing that went; leaving again would break off the first leaving.
  removeEventListener("storage", leaveIfSignedOut);
  location.replace(paths.home);
}

/** And back here afterwards. */
function toSignIn(): void {
  clearSession();
  location.replace(`${paths.auth}?${new URLSearchParams({ next: paths.account }).toString()}`);
}

const isSignedOut = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "status" in error && error.status === 401;
