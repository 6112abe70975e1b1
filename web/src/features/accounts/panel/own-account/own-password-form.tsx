/** Changes the user's own password. The server ends their other sessions. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { User } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { ownSessions } from "./own-account-queries";
import { passwordMin } from "@/features/accounts/panel/password-min";

const MIN_PASSWORD = passwordMin("editor");

const schema = z.object({
  current_password: z.string().min(1, "Informe a sua senha atual."),
  new_password: z
    .string()
    .min(MIN_PASSWORD, `A senha precisa ter pelo menos ${MIN_PASSWORD} caracteres.`)
    .max(128, "Use no máximo 128 caracteres."),
});

type Values = z.infer<typeof schema>;

export function OwnPasswordForm({ user }: { user: User }) {
  const cache = useQueryClient();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { current_password: "", new_password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit(entered: Values): Promise<void> {
    try {
      await body(api.PUT("/api/auth/password", { body: entered }));
      form.reset();
      notify.success("Senha alterada", "As outras sessões foram encerradas.");
      await cache.invalidateQueries({ queryKey: ownSessions.queryKey });
    } catch (error) {
      notify.error("Não foi possível trocar a senha", messageOf(error));
      showFieldErrors(error, form);
    }
  }

  return (
    <section aria-labelledby="own-password" className="border-line bg-surface rounded-lg border p-5 sm:p-6">
      <h2 id="own-password" className="text-base font-semibold">
        Senha
      </h2>
      <p className="text-muted mt-1 text-sm">Ao trocar a senha, as outras sessões são encerradas.</p>
      <form
        className="mt-4 grid max-w-md gap-4"
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
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
        <Button type="submit" variant="primary" className="justify-self-start" disabled={isSubmitting}>
          {isSubmitting ? "Salvando..." : "Trocar senha"}
        </Button>
      </form>
    </section>
  );
}
