/** Name and email of a person, as fields and as values. */
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";

import { Field } from "@/panel/form/field";

export const emailSchema = z.email("Informe um e-mail válido, como nome@empresa.com.br.");
export const nameSchema = z.string().trim().min(1, "Informe o nome completo.");

interface PersonFieldsProps {
  name: UseFormRegisterReturn;
  email: UseFormRegisterReturn;
  errors: { full_name?: FieldError; email?: FieldError };
  /** Whether the person is the user, so that the browser may fill in the fields. */
  isOwn?: boolean;
}

/** `<PersonFields name={form.register("full_name")} email={form.register("email")} errors={errors} />` */
export function PersonFields({ name, email, errors, isOwn = false }: PersonFieldsProps) {
  return (
    <>
      <Field
        label="Nome completo"
        autoComplete={isOwn ? "name" : "off"}
        error={errors.full_name?.message}
        {...name}
      />
      <Field
        label="E-mail"
        type="email"
        autoComplete={isOwn ? "username" : "off"}
        error={errors.email?.message}
        {...email}
      />
    </>
  );
}
