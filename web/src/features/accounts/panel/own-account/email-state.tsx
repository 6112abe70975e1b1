import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { api, body } from "@/api/client";
import type { Profile, Role } from "@/api/types";
import { sendsMail } from "@/features/accounts/panel/users/queries";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { notifyFailure } from "@/panel/notify-failure";

/** Says that the user's email is not confirmed yet, with a button that requests another link. */
export function OwnEmailState({ profile, role }: { profile: Profile; role: Role }) {
  const { pending_email, email_verified } = profile;
  const isUnconfirmed = pending_email !== null || !email_verified;
  const isAdmin = role === "admin";
  // Undefined for editors, who may not query it. The texts for them don't mention a mail.
  const isMailed = useQuery({ ...sendsMail, enabled: isUnconfirmed && isAdmin }).data;
  const request = useMutation({
    mutationFn: () => body(api.POST("/api/auth/email-verification")),
    onSuccess: () => {
      if (isMailed) notify.success("Link a caminho", "Ele vale por 24 horas. Veja também a caixa de spam.");
      else notify.success("Pedido registrado", "O link de confirmação vale por 24 horas.");
    },
    onError: (error) => notifyFailure("Não foi possível pedir o link", error),
  });
  if (!isUnconfirmed) return null;
  return (
    <div className="bg-warning-soft text-warning grid justify-items-start gap-3 rounded-md px-4 py-3 text-sm">
      <p className="min-w-0 wrap-anywhere">
        {pending_email === null ? (
          "O seu e-mail ainda não foi confirmado."
        ) : isMailed ? (
          <>
            Falta confirmar o novo e-mail pelo link enviado para <strong>{pending_email}</strong>.
          </>
        ) : (
          <>
            Falta confirmar o novo e-mail: <strong>{pending_email}</strong>.
          </>
        )}
        {isMailed === false && (
          <>
            {" "}
            Ele será confirmado mais tarde, porque o site ainda não envia e-mails. O link do pedido aparece em{" "}
            <Link to={panelPaths.outbox} className="font-semibold underline underline-offset-4">
              E-mails
            </Link>
            .
          </>
        )}
      </p>
      <Button size="sm" busy={request.isPending} onClick={() => request.mutate()}>
        {pending_email === null ? "Pedir link de confirmação" : "Pedir outro link"}
      </Button>
    </div>
  );
}
