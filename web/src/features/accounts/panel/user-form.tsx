/** The form in which an administrator creates or changes an account. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import { ApiError, messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { Field, PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { passwordMin } from "./password-min";
import { RoleField } from "./role-field";
import { useSession } from "./session";
import { useSaveUser } from "./user-changes";
import type { VersionedUser } from "./user-queries";

const account = (isNew: boolean) =>
  z
    .object({
      full_name: z.string().trim().min(1, "Informe o nome completo."),
      email: z.email("Informe um e-mail válido, como nome@empresa.com.br."),
      password: z.string().max(128, "Use no máximo 128 caracteres."),
      role: z.enum(["admin", "editor", "user"]),
      email_verified: z.boolean(),
    })
    .superRefine(({ password, role }, context) => {
      const min = passwordMin(role);
      if (password.length >= min || (!isNew && password === "")) return;
      const message = password === "" ? "Informe a senha." : `Use pelo menos ${min} caracteres.`;
      context.addIssue({ code: "custom", path: ["password"], message });
    });

type Account = z.infer<ReturnType<typeof account>>;

interface UserFormProps {
  /** Undefined for a new account. */
  opened?: VersionedUser;
  onDone: () => void;
}

export function UserForm({ opened, onDone }: UserFormProps) {
  const { state } = useSession();
  const save = useSaveUser();
  const isNew = opened === undefined;
  // If the record changes meanwhile, only untouched fields take its values.
  const form = useForm<Account>({
    resolver: zodResolver(account(isNew)),
    values: valuesOf(opened),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const unsaved = useUnsavedChanges(isDirty);
  const role = useWatch({ control: form.control, name: "role" });
  const email = useWatch({ control: form.control, name: "email" });
  const hasMoved = opened !== undefined && email.trim().toLowerCase() !== opened.user.email;
  const isOwn = state.phase === "signed_in" && state.user.id === opened?.user.id;
  const joinsUnproven =
    opened !== undefined && !opened.user.email_verified && opened.user.role === "user" && role !== "user";

  function submit(values: Account): void {
    save.mutate(
      { id: opened?.user.id, etag: opened?.etag ?? null, values },
      {
        onSuccess: () => {
          unsaved.forget();
          onDone();
        },
        onError: (error) => {
          showFieldErrors(error, form);
          const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
          if (field) form.setError(field, { message: messageOf(error, "") }, { shouldFocus: true });
        },
      },
    );
  }

  /** A different address is unverified; the saved one gets its saved value back. */
  function followEmail({ target }: { target: { value: string } }): void {
    if (!opened) return;
    const { email, email_verified } = opened.user;
    const isSame = target.value.trim().toLowerCase() === email;
    form.setValue("email_verified", isSame && email_verified, { shouldDirty: true });
  }

  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label="Nome completo"
        autoComplete="off"
        error={errors.full_name?.message}
        {...form.register("full_name")}
      />
      <Field
        label="E-mail"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register("email", { onChange: followEmail })}
      />
      <PasswordField
        label={isNew ? "Senha" : "Nova senha"}
        autoComplete="new-password"
        hint={`${isNew ? "" : "Deixe em branco para manter a atual. "}Pelo menos ${passwordMin(role)} caracteres.`}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <RoleField
        disabled={isOwn}
        hint={isOwn ? "Você não pode mudar o próprio perfil. Peça a outro administrador." : undefined}
        {...form.register("role")}
      />
      <Verified
        hint={hasMoved && opened.user.email_verified ? MOVED : joinsUnproven ? UNPROVEN : undefined}
        error={errors.email_verified?.message}
        {...form.register("email_verified")}
      />
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancelar</Button>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? "Salvando..." : isNew ? "Criar usuário" : "Salvar"}
        </Button>
      </div>
    </form>
  );
}

/** The field that a refused change is about. */
const FIELD_OF: Readonly<Record<string, "email" | "email_verified">> = {
  email_taken: "email",
  email_unproven: "email_verified",
};

const UNPROVEN =
  "Quem criou a própria conta só entra na equipe com o e-mail verificado. Marque só se você souber que ele pertence a esta pessoa.";
const MOVED =
  "O novo e-mail ainda não foi confirmado. Marque só se você souber que ele pertence a esta pessoa.";

interface VerifiedProps extends React.ComponentProps<"input"> {
  hint: string | undefined;
  error: string | undefined;
}

function Verified({ hint, error, ...input }: VerifiedProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <span className="flex items-center gap-2.5">
        <input
          id={id}
          type="checkbox"
          className="accent-accent size-4"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          {...input}
        />
        <label htmlFor={id} className="text-sm">
          E-mail verificado
        </label>
      </span>
      <p id={`${id}-hint`} role="status" className="text-muted text-xs empty:hidden">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

function valuesOf(opened: VersionedUser | undefined): Account {
  if (!opened) return { full_name: "", email: "", password: "", role: "user", email_verified: false };
  const { full_name, email, role, email_verified } = opened.user;
  return { full_name, email, password: "", role, email_verified };
}
