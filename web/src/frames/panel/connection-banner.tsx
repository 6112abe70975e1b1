/** Banner shown while the server can't be reached. It checks the server until it answers, and then fetches all data again. */
import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

import { checkServer, isReachable, onReachableChange } from "@/api/connection";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 15_000;

export function ConnectionBanner() {
  const cache = useQueryClient();
  // Any call can be the first one that is answered again, not only the banner's check.
  useEffect(
    () =>
      onReachableChange(() => {
        if (!isReachable()) return;
        notify.success("Conexão restabelecida", "O que você digitou continua na tela.");
        void cache.invalidateQueries();
      }),
    [cache],
  );
  const isServerReachable = useSyncExternalStore(onReachableChange, isReachable);
  // A live region stays accessible while a modal dialog hides the rest of the page.
  return (
    <div aria-live="assertive" className="contents">
      {!isServerReachable && <Banner />}
    </div>
  );
}

function Banner() {
  const [failures, setFailures] = useState(0);
  const [isChecking, setChecking] = useState(false);

  async function check(): Promise<void> {
    if (isChecking) return;
    setChecking(true);
    const isBack = await checkServer();
    setChecking(false);
    if (!isBack) setFailures((before) => before + 1);
  }
  const startCheck = useEffectEvent(() => void check());

  useEffect(() => {
    const delay = Math.min(FIRST_RETRY_MS * 1.5 ** failures, MAX_RETRY_MS);
    const timer = setTimeout(() => startCheck(), delay);
    const onOnline = () => startCheck();
    window.addEventListener("online", onOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [failures]);

  return (
    <div
      role="alert"
      className="connection-banner bg-warning-soft text-warning border-line sticky top-13 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2 text-sm print:hidden"
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <WifiOff className="mt-0.5 size-4 shrink-0" aria-hidden />
        <p>
          <strong className="font-semibold">Sem conexão com o servidor.</strong>{" "}
          <span className="connection-banner-details">
            O que você digitou continua na tela. O painel tenta de novo sozinho; salve quando a conexão
            voltar.
          </span>
        </p>
      </div>
      <Button size="sm" busy={isChecking} onClick={() => void check()}>
        Tentar agora
      </Button>
    </div>
  );
}
