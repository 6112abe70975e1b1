/** Lets administrators through, and tells other staff why they can't. The server decides again with every call. */
import { ShieldX } from "lucide-react";
import { Link, Outlet } from "react-router";

import { useSession } from "@/features/accounts/panel/session";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { Screen } from "@/panel/screen";

export function AdminOnly() {
  const { state } = useSession();
  if (state.phase === "signed_in" && state.user.role === "admin") return <Outlet />;
  return (
    <Screen title="Acesso negado">
      <div className="border-line bg-surface rounded-lg border">
        <EmptyState
          icon={ShieldX}
          title="403: só para administradores"
          action={
            <Button asChild>
              <Link to={panelPaths.dashboard}>Ir para o Dashboard</Link>
            </Button>
          }
        >
          Esta tela é dos administradores. Se você precisa dela, peça a um deles para mudar o seu perfil.
        </EmptyState>
      </div>
    </Screen>
  );
}
