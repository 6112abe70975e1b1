/**
 * Screens that are shown instead of one that throws or whose code can't be loaded. The router stores the result of an import,
 * so only a reload of the page requests the code again. The page reloads itself when the server can be reached.
 */
import { CircleAlert, WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { NavigationType, useLocation, useNavigationType, useRouteError } from "react-router";

import { checkServer, isReachable, onReachableChange } from "@/api/connection";
import { Button } from "@/panel/controls/button";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { EmptyState } from "@/panel/feedback/empty-state";
import { usePageTitle } from "@/panel/page-title";
import { Screen } from "@/panel/screen";

/** Errors of failed imports, collected from the start, because only this event distinguishes them from other errors. */
const failedImports = new WeakSet<object>();

window.addEventListener("vite:preloadError", ({ payload }) => failedImports.add(payload));

const isFailedImport = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failedImports.has(error);

const reload = () => window.location.reload();

/** Replaces a screen inside the panel's frame. */
export function ScreenFailure() {
  const { key } = useLocation();
  return <Failure key={key} error={useRouteError()} />;
}

function Failure({ error }: { error: unknown }) {
  const [isChecking, setChecking] = useState(() => isFailedImport(error));
  const isReached = useSyncExternalStore(onReachableChange, isReachable);
  // A page that was just loaded isn't reloaded at once, because it could fail again and reload without end. Back and
  // Forward are also `Pop`.
  const mayLoop = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!isFailedImport(error)) return;
    let hasLeft = false;
    void checkServer().then((isBack) => {
      if (hasLeft) return;
      if (isBack && !mayLoop) reload();
      else setChecking(false);
    });
    const stopListening = onReachableChange(() => isReachable() && reload());
    return () => {
      hasLeft = true;
      stopListening();
    };
  }, [error, mayLoop]);
  if (isChecking) return <SpinnerScreen label="Abrindo a tela…" />;
  return isFailedImport(error) && !isReached ? <Unreachable /> : <Broken />;
}

function Broken() {
  return (
    <Screen title="Erro">
      <EmptyState
        icon={CircleAlert}
        title="Algo deu errado nesta tela"
        action={
          <Button variant="primary" onClick={reload}>
            Recarregar
          </Button>
        }
      >
        O painel pode ter sido atualizado. O que já foi salvo continua salvo.
      </EmptyState>
    </Screen>
  );
}

function Unreachable() {
  const [isChecking, setChecking] = useState(false);
  return (
    <Screen title="Sem conexão">
      <EmptyState
        icon={WifiOff}
        title="Não foi possível abrir esta tela"
        action={
          <Button
            busy={isChecking}
            onClick={() => {
              setChecking(true);
              void checkServer().then(() => setChecking(false));
            }}
          >
            Tentar de novo
          </Button>
        }
      >
        O servidor não respondeu. A tela abre sozinha quando a conexão voltar.
      </EmptyState>
    </Screen>
  );
}

/** Replaces the whole panel if its frame fails. */
export function PanelFailure() {
  usePageTitle("Erro");
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-3 px-6">
      <h1 className="text-2xl font-semibold tracking-tight">Algo deu errado nesta tela</h1>
      <p className="text-muted">
        O painel pode ter sido atualizado, ou a conexão caiu. O que já foi salvo continua salvo.
      </p>
      <Button variant="primary" onClick={reload}>
        Recarregar
      </Button>
    </main>
  );
}
