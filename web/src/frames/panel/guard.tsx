/** Lets staff through to the panel, and nobody else. The server decides again with every call. */
import { lazy, Suspense, useEffect } from "react";

import { useSession } from "@/features/accounts/panel/session";
import type { User } from "@/api/types";
import { isStaff } from "@/lib/session";
import { paths } from "@/lib/paths";
import { SpinnerScreen } from "@/panel/feedback/spinner";
import { ForbiddenScreen } from "./forbidden-screen";
import { Shell } from "./shell";

export function Guard() {
  const { state } = useSession();
  if (state.phase === "loading") return <SpinnerScreen label="Verificando acesso…" />;
  if (state.phase === "signed_out") return <ToSignIn />;
  if (!isStaff(state.user)) return <ForbiddenScreen />;
  if (state.user.must_change_password) return <NewPassword user={state.user} />;
  return <Shell user={state.user} />;
}

/** Loaded for the few who need it. */
const NewPasswordScreen = lazy(async () => ({
  default: (await import("@/features/accounts/panel/sign-in/new-password-screen")).NewPasswordScreen,
}));

function NewPassword({ user }: { user: User }) {
  return (
    <Suspense fallback={<SpinnerScreen label="Abrindo…" />}>
      <NewPasswordScreen user={user} />
    </Suspense>
  );
}

/** Signing in is a page of the site, outside this app. */
function ToSignIn() {
  useEffect(() => {
    const { pathname, search } = window.location;
    window.location.replace(`${paths.auth}?${new URLSearchParams({ next: pathname + search })}`);
  }, []);
  return <SpinnerScreen label="Redirecionando…" />;
}
