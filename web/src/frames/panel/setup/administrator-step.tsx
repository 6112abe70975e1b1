import { passwordMin } from "@/features/accounts/panel/password-min";
import { Field, PasswordField } from "@/panel/form/field";
import type { StepProps } from "./step-props";

export function AdministratorStep({ form }: StepProps) {
  const { errors } = form.formState;
  return (
    <>
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
        hint={`Pelo menos ${passwordMin("admin")} caracteres. Uma frase é fácil de lembrar.`}
        error={errors.password?.message}
        {...form.register("password")}
      />
    </>
  );
}
