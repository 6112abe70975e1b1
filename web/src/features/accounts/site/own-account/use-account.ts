/** Loads the data of the signed-in user. */
import { useCallback, useEffect, useState } from "react";

import { ApiError } from "@/api/api-error";
import { clearSession, isStaff, readSession } from "@/api/session";
import type { LayoutLabels, OwnContact, OwnSession, Profile, SecondFactor } from "@/api/types";
import { onPageShown } from "@/lib/page-shown";
import { paths } from "@/lib/paths";

export interface Account {
  userId: string;
  profile: Profile;
  contacts: OwnContact[];
  sessions: OwnSession[];
  factor: SecondFactor;
  isStaff: boolean;
}

type State = { phase: "loading" } | { phase: "failed" } | { phase: "ready"; account: Account };

export function useAccount(labels: LayoutLabels) {
  const [state, setState] = useState<State>({ phase: "loading" });
  const load = useCallback(async () => {
    const session = readSession();
    if (!session) {
      // Hides the data of the user who has signed out.
      setState({ phase: "loading" });
      openSignIn();
      return;
    }
    const { user } = session;
    // After going back to the page, another user may be signed in.
    setState((state) =>
      state.phase === "ready" && state.account.userId !== user.id ? { phase: "loading" } : state,
    );
    try {
      const account = await fetchAccount(labels.request_failed);
      if (readSession()?.user.id !== user.id) return;
      setState({ phase: "ready", account: { ...account, userId: user.id, isStaff: isStaff(user) } });
    } catch (error) {
      const current = readSession();
      if (current && current.user.id !== user.id) return;
      if (isSignedOut(error)) openSignIn();
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

async function fetchAccount(fallback: string): Promise<Omit<Account, "isStaff" | "userId">> {
  const { call } = await import("@/api/call");
  const [profile, contacts, sessions, factor] = await Promise.all([
    call<Profile>("GET", "/api/auth/profile", { fallback }),
    call<OwnContact[]>("GET", "/api/contacts/mine", { fallback }),
    call<OwnSession[]>("GET", "/api/auth/sessions", { fallback }),
    call<SecondFactor>("GET", "/api/auth/second-factor", { fallback }),
  ]);
  return { profile, contacts, sessions, factor };
}

/** Leaves the page, which shows personal data, after signing out in another tab. */
function leaveIfSignedOut(): void {
  if (readSession()) return;
  // Each removed item fires an event; a second navigation would interrupt the first.
  removeEventListener("storage", leaveIfSignedOut);
  location.replace(paths.home);
}

/** Opens the sign-in page, which leads back here. */
function openSignIn(): void {
  clearSession();
  location.replace(`${paths.auth}?${new URLSearchParams({ next: paths.account }).toString()}`);
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
