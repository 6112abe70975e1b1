/** Forms in which an administrator creates and edits a user. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { z } from "zod";

import { ApiError, messageOf } from "@/api/api-error";
import type { UserRecord } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { passwordMin, passwordSchema } from "@/features/accounts/panel/password-rules";
import { emailSchema, nameSchema, PersonFields } from "@/features/accounts/panel/person-fields";
import { useIsOwnAccount } from "@/features/accounts/panel/session";
import { NewRecordForm, RecordForm } from "@/panel/edit/record-form";
import { PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { UserAccess } from "./access";
import { useCreateUser, useSaveUser } from "./changes";
import { USER, type UserFields } from "./record";
import { RoleField, roleSchema } from "./role";

/** Returns the rules for a new or an existing user. Only the latter may have a blank password, which changes nothing. */
export const accountSchema = (isNew: boolean) =>
  z
    .object({
      full_name: nameSchema,
      email: emailSchema,
      password: z.string(),
      role: roleSchema,
      email_verified: z.boolean(),
    })
    .superRefine(({ password, role }, context) => {
      if (!isNew && password === "") return;
      const [issue] = passwordSchema(passwordMin(role)).safeParse(password).error?.issues ?? [];
      const message = password === "" ? "Informe a senha." : issue?.message;
      if (message) context.addIssue({ code: "custom", path: ["password"], message });
    });

const BLANK: UserFields = { full_name: "", email: "", password: "", role: "user", email_verified: false };

export function NewUser({ onDone }: { onDone: () => void }) {
  const create = useCreateUser();
  return (
    <NewRecordForm
      layout="dialog"
      action="Criar usuário"
      draftName={null}
      blank={BLANK}
      resolver={zodResolver(accountSchema(true))}
      create={create}
      showErrors={showErrors}
      onCreated={onDone}
      onCancel={onDone}
    >
      {(form) => <FormFields form={form} />}
    </NewRecordForm>
  );
}

interface UserEditorProps {
  opened: Versioned<UserRecord>;
  onDone: () => void;
}

export function UserEditor({ opened, onDone }: UserEditorProps) {
  const save = useSaveUser();
  return (
    <RecordForm
      layout="dialog"
      kind={USER}
      opened={opened}
      resolver={zodResolver(accountSchema(false))}
      send={save.mutateAsync}
      isStored={false}
      showErrors={showErrors}
      onSaved={onDone}
      onCancel={onDone}
    >
      {(form) => (
        <>
          <FormFields form={form} opened={opened.value} />
          <UserAccess user={opened.value} onDone={onDone} />
        </>
      )}
    </RecordForm>
  );
}

/** The fields that show the server's errors, by the code of the error. */
const FIELD_OF: Readonly<Record<string, "email" | "email_verified">> = {
  email_taken: "email",
  email_unverified: "email_verified",
};

function showErrors(error: unknown, form: UseFormReturn<UserFields>): void {
  showFieldErrors(error, form);
  const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
  if (field) form.setError(field, { message: messageOf(error, "") }, { shouldFocus: true });
}

const UNVERIFIED =
  "Quem criou a própria conta só entra na equipe com o e-mail verificado. Marque só se você souber que ele pertence a esta pessoa.";
const NEW_EMAIL =
  "O novo e-mail ainda não foi confirmado. Marque só se você souber que ele pertence a esta pessoa.";

interface FormFieldsProps {
  form: UseFormReturn<UserFields>;
  /** Undefined for a new account. */
  opened?: UserRecord;
}

function FormFields({ form, opened }: FormFieldsProps) {
  const { errors } = form.formState;
  const [role, email] = useWatch({ control: form.control, name: ["role", "email"] });
  const isNew = opened === undefined;
  const isNewEmail = opened !== undefined && email.trim().toLowerCase() !== opened.email;
  const isOwn = useIsOwnAccount(opened?.id);
  const joinsStaffUnverified =
    opened !== undefined && !opened.email_verified && opened.role === "user" && role !== "user";

  /** Clears 'E-mail verificado' for a new address, and restores its saved value for the saved address. */
  function followEmail({ target }: { target: { value: string } }): void {
    if (!opened) return;
    const isSame = target.value.trim().toLowerCase() === opened.email;
    form.setValue("email_verified", isSame && opened.email_verified, { shouldDirty: true });
  }

  return (
    <div className="grid gap-4">
      <PersonFields
        name={form.register("full_name")}
        email={form.register("email", { onChange: followEmail })}
        errors={errors}
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
        hint={isNewEmail && opened.email_verified ? NEW_EMAIL : joinsStaffUnverified ? UNVERIFIED : undefined}
        error={errors.email_verified?.message}
        {...form.register("email_verified")}
      />
    </div>
  );
}

interface VerifiedProps extends ComponentProps<"input"> {
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
