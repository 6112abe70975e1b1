/** The first administrator, made through the link that the server prints when it has none. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";

import { messageOf } from "../../api/api-error";
import { api, body } from "../../api/client";
import { notify } from "../../kit/notify";
import { paths } from "../../kit/paths";
import { Button } from "../../ui/panel/button";
import { Field, PasswordField } from "../../ui/panel/field";
import { showFieldErrors } from "../../ui/panel/form-errors";
import { AccountFrame } from "./account-frame";
import { passwordMin } from "./password-min";
import { useSession } from "./session";

const PASSWORD_MIN = passwordMin("admin");

const administrator = z.object({
  full_name: z.string().trim().min(1, "Informe o seu nome completo."),
  email: z.email("Informe um e-mail válido."),
  password: z
    .string()
    .min(PASSWORD_MIN, `A senha precisa ter pelo menos ${PASSWORD_MIN} caracteres.`)
    .max(128, "Use no máximo 128 caracteres."),
});

type Administrator = z.infer<typeof administrator>;

export function SetupScreen() {
  // What follows the '#' never reaches a server's log.
  const [token] = useState(() => window.location.hash.slice(1));
  if (token) return <SetupForm token={token} />;
  return (
    <AccountFrame
      title="Link incompleto"
      lead="Abra o link de configuração inteiro, como o servidor o mostrou ao iniciar."
    >
      <Button asChild className="justify-self-start">
        <a href={paths.admin.login}>Ir para o acesso ao painel</a>
      </Button>
    </AccountFrame>
  );
}

function SetupForm({ token }: { token: string }) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const form = useForm<Administrator>({
    resolver: zodResolver(administrator),
    defaultValues: { full_name: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit(entered: Administrator): Promise<void> {
    try {
      signIn(await body(api.POST("/api/auth/setup", { body: { token, ...entered } })));
      notify.success("Conta criada com sucesso!", "Redirecionando para o painel...");
      await navigate(paths.admin.dashboard, { replace: true });
    } catch (error) {
      notify.error("Erro ao criar conta", messageOf(error, "Tente novamente mais tarde"));
      showFieldErrors(error, form);
    }
  }

  return (
    <AccountFrame
      title="Primeiro acesso"
      lead="Crie a conta de administrador. Este link funciona uma única vez."
    >
      <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Field
          label="Nome completo"
          autoComplete="name"
          error={errors.full_name?.message}
          {...form.register("full_name")}
        />
        <Field
          label="E-mail"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          hint={`Pelo menos ${PASSWORD_MIN} caracteres. Uma frase é fácil de lembrar.`}
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" variant="primary" className="mt-1 h-10" disabled={isSubmitting}>
          {isSubmitting ? "Criando conta..." : "Criar conta e entrar"}
        </Button>
      </form>
    </AccountFrame>
  );
}
