/** Shown instead of the panel to new staff whose password is too short for staff. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { User } from "@/api/types";
import { notify } from "@/lib/notify";
import { readSession } from "@/lib/session";
import { Button } from "@/panel/controls/button";
import { PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { passwordMin } from "@/features/accounts/panel/password-min";
import { useSession } from "@/features/accounts/panel/session";

const MIN_PASSWORD = passwordMin("editor");

const passwords = z.object({
  current_password: z.string().min(1, "Informe a sua senha atual."),
  new_password: z
    .string()
    .min(MIN_PASSWORD, `A senha precisa ter pelo menos ${MIN_PASSWORD} caracteres.`)
    .max(128, "Use no máximo 128 caracteres."),
});

type Passwords = z.infer<typeof passwords>;

export function NewPasswordScreen({ user }: { user: User }) {
  const { signIn, signOut } = useSession();
  const form = useForm<Passwords>({
    resolver: zodResolver(passwords),
    defaultValues: { current_password: "", new_password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit(entered: Passwords): Promise<void> {
    try {
      await body(api.PUT("/api/auth/password", { body: entered }));
      const session = readSession();
      if (session) signIn({ ...session, user: { ...user, must_change_password: false } });
      notify.success("Senha alterada", "O painel está liberado.");
    } catch (error) {
      notify.error("Não foi possível trocar a senha", messageOf(error));
      showFieldErrors(error, form);
    }
  }

  return (
    <AccountFrame
      title="Escolha uma senha mais longa"
      lead={`Quem trabalha no painel usa senhas de pelo menos ${MIN_PASSWORD} caracteres. Troque a sua para continuar.`}
    >
      <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...form.register("current_password")}
        />
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          hint={`Pelo menos ${MIN_PASSWORD} caracteres. Uma frase é fácil de lembrar.`}
          error={errors.new_password?.message}
          {...form.register("new_password")}
        />
        <Button type="submit" variant="primary" className="mt-1 h-10" disabled={isSubmitting}>
          {isSubmitting ? "Salvando..." : "Trocar senha e continuar"}
        </Button>
        <Button type="button" onClick={() => void signOut()}>
          Sair
        </Button>
      </form>
    </AccountFrame>
  );
}
