/** Why a person's data can't be erased, with a link to what has to be done first. */
import { queryOptions } from "@tanstack/react-query";
import { Link } from "react-router";

import { api, body } from "@/api/client";
import { panelPaths } from "@/lib/paths";

/** Query of a person's records. They are fetched again whenever they are shown, because any screen can change them. */
export const personView = (email: string) =>
  queryOptions({
    queryKey: ["people", "view", email],
    queryFn: ({ signal }) => body(api.GET("/api/people/view", { params: { query: { email } }, signal })),
    staleTime: 0,
  });

/** Texts for `not_erasable_because`. */
const OBSTACLES: Readonly<Record<string, string>> = {
  staff_account:
    "Esta pessoa tem uma conta da equipe. Exclua a conta em Gerenciar Usuários antes de apagar os dados.",
  company_email: "Este é o e-mail da empresa, que recebe avisos e respostas dos clientes.",
  open_privacy_request:
    "Há pedido de privacidade desta pessoa a responder. Responda ou encerre cada pedido antes de apagar os dados, porque o e-mail para a resposta seria apagado com eles.",
  queued_privacy_reply:
    "A resposta a um pedido de privacidade desta pessoa ainda está na fila de e-mails, e seria apagada sem chegar a ela. Espere o envio. Se ele falhar, exclua a mensagem em E-mails antes de apagar os dados.",
};

interface ErasureObstacleProps {
  email: string;
  /** The person's `not_erasable_because`. */
  reason: string;
}

export function ErasureObstacle({ email, reason }: ErasureObstacleProps) {
  const link = linkFor(reason, email);
  return (
    <p className="bg-warning-soft text-warning rounded-md px-3 py-2 text-sm">
      {OBSTACLES[reason] ?? "Os dados desta pessoa não podem ser apagados."}
      {link && (
        <>
          {" "}
          <Link to={link.path} className="font-medium underline underline-offset-4">
            {link.label}
          </Link>
        </>
      )}
    </p>
  );
}

function linkFor(reason: string, email: string): { path: string; label: string } | null {
  if (reason === "open_privacy_request")
    return { path: panelPaths.privacyRequestsOf(email), label: "Ver em Pedidos de privacidade" };
  if (reason === "queued_privacy_reply") return { path: panelPaths.outbox, label: "Abrir E-mails" };
  return reason === "staff_account" ? { path: panelPaths.users, label: "Abrir Gerenciar Usuários" } : null;
}
