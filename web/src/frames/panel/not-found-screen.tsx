import { FileQuestion } from "lucide-react";
import { useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";

import { isStaff } from "@/api/session";
import type { User } from "@/api/types";
import { useSession } from "@/features/accounts/panel/session";
import { panelPaths, paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { EmptyState } from "@/panel/feedback/empty-state";
import { usePageTitle } from "@/panel/page-title";
import { Screen } from "@/panel/screen";
import { Shell } from "./shell";

const TEXT = "Oops! Page not found";

/** Frame of the 404 screen: the panel's for staff, none for other users and visitors. */
export function NotFoundFrame() {
  const { state } = useSession();
  if (state.phase === "loading") return <SpinnerScreen label="Verificando acesso…" />;
  return state.phase === "signed_in" && usesPanel(state.user) ? <Shell user={state.user} /> : <Outlet />;
}

const usesPanel = (user: User) => isStaff(user) && !user.must_change_password;

export function NotFoundScreen() {
  const { pathname } = useLocation();
  const { state } = useSession();
  usePageTitle("404");
  useEffect(() => {
    // eslint-disable-next-line no-console -- the console shows which path is missing
    console.error("404 Error: User attempted to access non-existent route:", pathname);
  }, [pathname]);
  if (state.phase === "signed_in" && usesPanel(state.user)) return <NotFoundInPanel />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-3 px-6">
      <h1 className="text-5xl font-semibold tracking-tight">404</h1>
      <p className="text-muted">{TEXT}</p>
      <Button asChild>
        <a href={paths.home}>Voltar ao Site</a>
      </Button>
    </main>
  );
}

function NotFoundInPanel() {
  return (
    <Screen title="404">
      <div className="border-line bg-surface rounded-lg border">
        <EmptyState
          icon={FileQuestion}
          title={TEXT}
          action={
            <Button asChild variant="primary">
              <Link to={panelPaths.dashboard}>Ir para o Dashboard</Link>
            </Button>
          }
        >
          O painel não tem esta tela. O endereço pode ter sido digitado errado, ou a tela mudou de lugar.
        </EmptyState>
      </div>
    </Screen>
  );
}
