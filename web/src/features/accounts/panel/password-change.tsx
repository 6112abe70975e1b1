/** The form in which users change their own password. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, type UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { api, body } from "@/api/client";
import { PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { notifyFailure } from "@/panel/notify-failure";
import { passwordMin, passwordSchema } from "./password-rules";

export const STAFF_PASSWORD_MIN = passwordMin("editor");

const passwordsSchema = z.object({
  current_password: z.string().min(1, "Informe a sua senha atual."),
  new_password: passwordSchema(STAFF_PASSWORD_MIN),
});

type Passwords = z.infer<typeof passwordsSchema>;

/** Sends the new password; the server ends the user's other sessions. Calls `onChanged` after a success. */
export function usePasswordChange(onChanged: () => void) {
  const form = useForm<Passwords>({
    resolver: zodResolver(passwordsSchema),
    defaultValues: { current_password: "", new_password: "" },
  });
  const submit = form.handleSubmit(async (entered) => {
    try {
      await body(api.PUT("/api/auth/password", { body: entered }));
      form.reset();
      onChanged();
    } catch (error) {
      notifyFailure("Não foi possível trocar a senha", error);
      showFieldErrors(error, form);
    }
  });
  return { form, submit };
}

export function PasswordChangeFields({ form, email }: { form: UseFormReturn<Passwords>; email: string }) {
  const { errors } = form.formState;
  return (
    <>
      {/* Names the account for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register("current_password")}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint={`Pelo menos ${STAFF_PASSWORD_MIN} caracteres. Uma frase é fácil de lembrar.`}
        error={errors.new_password?.message}
        {...form.register("new_password")}
      />
    </>
  );
}
