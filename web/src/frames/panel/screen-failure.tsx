/**
 * Stands in a screen's place when its code can't be loaded, or breaks. The router keeps what an import said for good:
 * only a reload of the page asks for the code again, and it comes by itself once the server can be reached.
 */
import { CircleAlert, WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { NavigationType, useLocation, useNavigationType, useRouteError } from "react-router";

import { isReachable, onReachableChange, checkServer } from "@/api/connection";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { Screen } from "@/panel/screen";
import { SpinnerScreen } from "@/panel/feedback/spinner";
import { isFailedImport } from "./failed-import";

const reload = () => window.location.reload();

export function ScreenFailure() {
  const { key } = useLocation();
  return <Failure key={key} error={useRouteError()} />;
}

function Failure({ error }: { error: unknown }) {
  const [isAsking, setAsking] = useState(isFailedImport(error));
  const reached = useSyncExternalStore(onReachableChange, isReachable);
  // The first screen of a page that has just been loaded would fail again, and again.
  const isFirst = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!isFailedImport(error)) return;
    let hasLeft = false;
    void checkServer().then((is_back) => {
      if (hasLeft) return;
      if (is_back && !isFirst) reload();
      else setAsking(false);
    });
    const ignore = onReachableChange(() => isReachable() && reload());
    return () => {
      hasLeft = true;
      ignore();
    };
  }, [error, isFirst]);
  if (isAsking) return <SpinnerScreen label="Abrindo a tela…" />;
  return isFailedImport(error) && !reached ? <Unreachable /> : <Broken />;
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
  const [busy, setBusy] = useState(false);
  return (
    <Screen title="Sem conexão">
      <EmptyState
        icon={WifiOff}
        title="Não foi possível abrir esta tela"
        action={
          <Button
            busy={busy}
            onClick={() => {
              setBusy(true);
              void checkServer().then(() => setBusy(false));
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
