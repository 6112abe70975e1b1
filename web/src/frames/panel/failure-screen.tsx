import { Button } from "@/panel/controls/button";
import { usePageTitle } from "@/panel/page-title";

/** When a screen breaks, or its code can't be loaded, as after an update of the server. */
export function FailureScreen() {
  usePageTitle("Erro");
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-3 px-6">
      <h1 className="text-2xl font-semibold tracking-tight">Algo deu errado nesta tela</h1>
      <p className="text-muted">
        O painel pode ter sido atualizado, ou a conexão caiu. O que já foi salvo continua salvo.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Recarregar
      </Button>
    </main>
  );
}
