/** Restricts screens to staff, and to the roles that may open them. The server checks each call as well. */
import { ShieldX } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { Link, Navigate, Outlet } from "react-router";

import { isStaff } from "@/api/session";
import type { Role } from "@/api/types";
import { useHasRightsOf, useSession } from "@/features/accounts/panel/session";
import { panelPaths, paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { EmptyState } from "@/panel/feedback/empty-state";
import { usePageTitle } from "@/panel/page-title";
import { Screen } from "@/panel/screen";
import { Shell } from "./shell";

/** Loaded only when it is shown, because few users need it. */
const NewPasswordScreen = lazy(async () => ({
  default: (await import("@/features/accounts/panel/sign-in/new-password-screen")).NewPasswordScreen,
}));

/** Shows the panel to staff. Sends signed-out users to the sign-in page, and shows a 403 screen to other users. */
export function PanelGuard() {
  const { state } = useSession();
  if (state.phase === "loading") return <SpinnerScreen label="Verificando acesso…" />;
  if (state.phase === "signed_out") return <SignInRedirect />;
  if (!isStaff(state.user)) return <ForbiddenScreen />;
  if (!state.user.must_change_password) return <Shell user={state.user} />;
  return (
    <Suspense fallback={<SpinnerScreen label="Abrindo…" />}>
      <NewPasswordScreen user={state.user} />
    </Suspense>
  );
}

/** Replaces the panel with the sign-in page, which is part of the site and leads back here. */
function SignInRedirect() {
  useEffect(() => {
    const { pathname, search } = window.location;
    window.location.replace(`${paths.auth}?${new URLSearchParams({ next: pathname + search })}`);
  }, []);
  return <SpinnerScreen label="Redirecionando…" />;
}

function ForbiddenScreen() {
  const { signOut } = useSession();
  usePageTitle("Acesso negado");
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-3 px-6">
      <p className="text-muted text-sm font-medium">403</p>
      <h1 className="text-2xl font-semibold tracking-tight">Você não tem acesso ao painel</h1>
      <p className="text-muted">
        Esta área é da equipe. Se você faz parte dela, peça a um administrador para mudar o seu perfil.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <a href={paths.home}>Voltar ao Site</a>
        </Button>
        <Button onClick={() => void signOut()}>Sair</Button>
      </div>
    </main>
  );
}

interface RestrictedProps {
  /** The role with the fewest rights that may open the screens. */
  least: Role;
  /** Path to open instead for other staff; by default, they see a 403 screen. */
  instead?: string;
}

/** Shows its screens to staff with the rights of a role. */
export function Restricted({ least, instead }: RestrictedProps) {
  if (useHasRightsOf(least)) return <Outlet />;
  return instead === undefined ? (
    <RestrictedScreen isForAdmins={least === "admin"} />
  ) : (
    <Navigate to={instead} replace />
  );
}

function RestrictedScreen({ isForAdmins }: { isForAdmins: boolean }) {
  const [title, text] = isForAdmins
    ? ["403: só para administradores", "Esta tela é dos administradores."]
    : ["403: fora do seu perfil", "O seu perfil não inclui esta tela."];
  return (
    <Screen title="Acesso negado">
      <div className="border-line bg-surface rounded-lg border">
        <EmptyState
          icon={ShieldX}
          title={title}
          action={
            <Button asChild>
              <Link to={panelPaths.dashboard}>Ir para o Dashboard</Link>
            </Button>
          }
        >
          {text} Se você precisa dela, peça a um administrador para mudar o seu perfil.
        </EmptyState>
      </div>
    </Screen>
  );
}
