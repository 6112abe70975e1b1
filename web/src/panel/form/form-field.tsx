import type { ComponentProps } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

import { Field } from "./field";

interface FormFieldProps<Fields extends FieldValues> extends Omit<
  ComponentProps<typeof Field>,
  "form" | "name" | "error"
> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
}

/** A text field of a form, with its error: `<FormField form={form} name="title" label="Título" />`. */
export function FormField<Fields extends FieldValues>({ form, name, ...field }: FormFieldProps<Fields>) {
  const { error } = form.getFieldState(name, form.formState);
  return <Field autoComplete="off" error={error?.message} {...field} {...form.register(name)} />;
}
