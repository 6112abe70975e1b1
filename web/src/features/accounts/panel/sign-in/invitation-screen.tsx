/** Accepts an invitation: sets name and password, and signs in. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { z } from "zod";

import { isLinkInvalid, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { ROLE_LABELS } from "@/api/labels";
import { isStaff } from "@/api/session";
import type { Invitation } from "@/api/types";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { passwordMin, passwordSchema } from "@/features/accounts/panel/password-rules";
import { useSession } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { panelPaths, paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { Field, PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { notifyFailure } from "@/panel/notify-failure";

export function InvitationScreen() {
  // Browsers don't send the fragment, so the token appears in no server log.
  const token = useLocation().hash.slice(1);
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => body(api.POST("/api/auth/invitations/lookup", { body: { token } })),
    staleTime: Infinity,
  });
  if (data) return <AcceptanceForm key={token} token={token} invitation={data} />;
  if (!error) return <SpinnerScreen label="Abrindo o convite…" />;
  if (isLinkInvalid(error)) return <InvalidInvitation />;
  return (
    <AccountFrame title="Não foi possível abrir o convite" lead={messageOf(error)}>
      <Button className="justify-self-start" onClick={() => window.location.reload()}>
        Tentar de novo
      </Button>
    </AccountFrame>
  );
}

function InvalidInvitation() {
  return (
    <AccountFrame
      title="Este convite não vale mais"
      lead="Ele venceu ou já foi usado. Peça um novo link ou fale com quem convidou você."
    >
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <a href={paths.forgotPassword}>Pedir um novo link</a>
        </Button>
        <Button asChild>
          <a href={paths.auth}>Já tenho senha: entrar</a>
        </Button>
      </div>
    </AccountFrame>
  );
}

const acceptanceSchema = (min: number) =>
  z.object({
    full_name: z.string().trim().min(1, "Informe o seu nome completo."),
    password: passwordSchema(min),
  });

type AcceptanceFields = z.infer<ReturnType<typeof acceptanceSchema>>;

function AcceptanceForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { signIn } = useSession();
  const min = passwordMin(invitation.role);
  const form = useForm<AcceptanceFields>({
    resolver: zodResolver(acceptanceSchema(min)),
    defaultValues: { full_name: invitation.full_name, password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit(entered: AcceptanceFields): Promise<void> {
    try {
      const session = await body(api.POST("/api/auth/invitations/accept", { body: { token, ...entered } }));
      signIn(session);
      notify.success("Conta criada com sucesso!");
      // Replaces the history entry, because the link can't be used again. The account page is outside this application.
      window.location.replace(isStaff(session.user) ? panelPaths.dashboard : paths.account);
    } catch (error) {
      notifyFailure("Erro ao criar conta", error);
      showFieldErrors(error, form);
    }
  }

  return (
    <AccountFrame
      title="Aceite o seu convite"
      lead={`O convite é para ${invitation.email}, com o perfil ${ROLE_LABELS[invitation.role]}. Escolha a sua senha.`}
    >
      <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Field
          label="Nome completo"
          autoComplete="name"
          error={errors.full_name?.message}
          {...form.register("full_name")}
        />
        <Field label="E-mail" type="email" autoComplete="username" value={invitation.email} readOnly />
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          hint={`Pelo menos ${min} caracteres. Uma frase é fácil de lembrar.`}
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" variant="primary" className="mt-1 h-10" busy={isSubmitting}>
          {isSubmitting ? "Criando conta..." : "Criar conta e entrar"}
        </Button>
      </form>
    </AccountFrame>
  );
}
