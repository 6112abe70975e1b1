/** Invites a person by name, email and role. The person chooses the password with the link of the invitation. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { ApiError } from "@/api/api-error";
import type { Invited } from "@/api/types";
import { emailSchema, nameSchema, PersonFields } from "@/features/accounts/panel/person-fields";
import { Button } from "@/panel/controls/button";
import { CopyLink } from "@/panel/controls/copy-button";
import { TextLink } from "@/panel/controls/text-link";
import { NewRecordForm } from "@/panel/edit/record-form";
import { showFieldErrors } from "@/panel/form/form-errors";
import { formatDateTime } from "@/panel/format";
import { useListState } from "@/panel/list/use-list-state";
import { useInvite } from "./changes";
import { sendsMail, USERS } from "./queries";
import { RoleField, roleSchema } from "./role";

const invitationSchema = z.object({
  full_name: nameSchema,
  email: emailSchema,
  role: roleSchema,
});

type InvitationFields = z.infer<typeof invitationSchema>;

const ALREADY_INVITED = "already_invited";
/** Codes of errors about the email, in which the server names no field. */
const EMAIL_ERRORS: readonly string[] = ["email_taken", ALREADY_INVITED];
const BLANK: InvitationFields = { full_name: "", email: "", role: "editor" };

export function InviteForm() {
  const { close } = useListState(USERS);
  const invite = useInvite(isEmailError);
  const canSendMail = useQuery(sendsMail).data ?? true;
  const [invited, setInvited] = useState<Invited | null>(null);
  if (invited)
    return <CreatedInvitation invited={invited} email={invite.variables?.email ?? ""} onDone={close} />;
  return (
    <NewRecordForm
      layout="dialog"
      action={canSendMail ? "Enviar convite" : "Criar convite"}
      draftName={null}
      blank={BLANK}
      resolver={zodResolver(invitationSchema)}
      create={invite}
      showErrors={showErrors}
      onCreated={setInvited}
      onCancel={close}
    >
      {(form) => <Fields form={form} canSendMail={canSendMail} />}
    </NewRecordForm>
  );
}

const isEmailError = (error: unknown): error is ApiError =>
  error instanceof ApiError && EMAIL_ERRORS.includes(error.code);

function showErrors(error: unknown, form: UseFormReturn<InvitationFields>): void {
  showFieldErrors(error, form);
  if (isEmailError(error)) {
    form.setError("email", { type: error.code, message: error.message }, { shouldFocus: true });
  }
}

interface FieldsProps {
  form: UseFormReturn<InvitationFields>;
  canSendMail: boolean;
}

function Fields({ form, canSendMail }: FieldsProps) {
  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">
        {canSendMail
          ? "A pessoa recebe um link e escolhe a própria senha. O link vale por 7 dias."
          : "O site ainda não envia e-mails: você recebe um link para entregar à pessoa, que escolhe a própria senha. O link vale por 7 dias."}
      </p>
      <PersonFields
        name={form.register("full_name")}
        email={form.register("email")}
        errors={form.formState.errors}
      />
      {form.formState.errors.email?.type === ALREADY_INVITED && (
        <p className="text-muted text-sm">
          <TextLink to={USERS.url({ search: form.getValues("email").trim() })}>
            Abra a pessoa na lista
          </TextLink>{" "}
          para reenviar ou cancelar o convite.
        </p>
      )}
      <RoleField {...form.register("role")} />
    </div>
  );
}

interface CreatedInvitationProps {
  invited: Invited;
  email: string;
  onDone: () => void;
}

/** Replaces the form after the invitation was created, and shows its link. */
function CreatedInvitation({ invited, email, onDone }: CreatedInvitationProps) {
  return (
    <div className="grid grid-cols-1 gap-4 overflow-y-auto p-5 text-sm">
      <p role="status">
        O convite para <strong className="font-medium">{email}</strong>{" "}
        {invited.mailed
          ? "está a caminho. Se preferir, envie o link por outro meio:"
          : "foi criado, mas o site ainda não envia e-mails. Copie o link e envie por outro meio:"}
      </p>
      <InvitationLink invited={invited} />
      <Button variant="primary" className="justify-self-end" onClick={onDone}>
        Concluir
      </Button>
    </div>
  );
}

/** The link of an invitation, with its expiry. */
export function InvitationLink({ invited: { link, expires_at } }: { invited: Invited }) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <CopyLink url={link} label="Copiar link do convite" />
      <p className="text-muted text-xs">
        Vale até {formatDateTime(expires_at)} e funciona uma única vez. Quem tiver o link pode usá-lo.
      </p>
    </div>
  );
}
