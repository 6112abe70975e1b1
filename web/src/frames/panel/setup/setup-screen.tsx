/** The setup of a new site, opened with the link that the server prints while it has no administrator. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { ApiError, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { SetupWizard } from "./setup-wizard";

export function SetupScreen() {
  // Browsers don't send the fragment, so the token appears in no server log.
  const token = useLocation().hash.slice(1);
  if (token) return <CheckedSetup key={token} token={token} />;
  return (
    <Refusal
      title="Link incompleto"
      lead="Abra o link de configuração inteiro, como o servidor o mostrou ao iniciar."
    />
  );
}

/** Checks the link before the wizard is shown, so that nobody fills in the wizard with an invalid link. */
function CheckedSetup({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ["setup", token],
    queryFn: () => body(api.POST("/api/auth/setup/lookup", { body: { token } })).then(() => true),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (link.data) return <SetupWizard token={token} />;
  if (!link.error) return <SpinnerScreen label="Conferindo o link…" />;
  if (link.error instanceof ApiError && link.error.status === 403) {
    return (
      <Refusal
        title="Link inválido"
        lead="Este link já foi usado ou perdeu a validade. Reinicie o servidor para receber outro, ou entre com a conta que já existe."
      />
    );
  }
  return (
    <Refusal title="Não foi possível conferir o link" lead={messageOf(link.error)}>
      <Button variant="primary" busy={link.isFetching} onClick={() => void link.refetch()}>
        Tentar de novo
      </Button>
    </Refusal>
  );
}

function Refusal({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <AccountFrame title={title} lead={lead}>
      <div className="flex flex-wrap gap-2">
        {children}
        <Button asChild>
          <a href={panelPaths.login}>Ir para o acesso ao painel</a>
        </Button>
      </div>
    </AccountFrame>
  );
}
