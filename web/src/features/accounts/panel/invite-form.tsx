/** Names a person; the link that goes to them lets them choose the password. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";

import { ApiError } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { useListState } from "@/panel/list/use-list-state";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { InvitationLink } from "./invitation-link";
import { RoleField } from "./role-field";
import { useInvite } from "./user-changes";
import { sendsMail, USERS } from "./user-queries";

const invitation = z.object({
  full_name: z.string().trim().min(1, "Informe o nome completo."),
  email: z.email("Informe um e-mail válido, como nome@empresa.com.br."),
  role: z.enum(["admin", "editor", "user"]),
});

type Invitation = z.infer<typeof invitation>;

export function InviteForm() {
  const { close } = useListState(USERS);
  const invite = useInvite();
  const isMailed = useQuery(sendsMail).data ?? true;
  const form = useForm<Invitation>({
    resolver: zodResolver(invitation),
    defaultValues: { full_name: "", email: "", role: "editor" },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty && !invite.data);

  function submit(values: Invitation): void {
    invite.mutate(values, {
      onError: (error) => {
        showFieldErrors(error, form);
        if (error instanceof ApiError && error.code === "email_taken") {
          form.setError("email", { message: error.message }, { shouldFocus: true });
        }
      },
    });
  }

  if (invite.data) {
    return (
      <div className="grid grid-cols-1 gap-4 text-sm">
        <p role="status">
          {invite.data.mailed ? (
            <>
              O convite para <strong className="font-medium">{form.getValues("email")}</strong> está a
              caminho. Se preferir, envie o link por outro meio:
            </>
          ) : (
            <>
              O convite para <strong className="font-medium">{form.getValues("email")}</strong> foi criado,
              mas o site ainda não envia e-mails. Copie o link e envie por outro meio:
            </>
          )}
        </p>
        <InvitationLink invited={invite.data} />
        <Button variant="primary" className="justify-self-end" onClick={close}>
          Concluir
        </Button>
      </div>
    );
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <p className="text-muted text-sm">
        {isMailed
          ? "A pessoa recebe um link e escolhe a própria senha. O link vale por 7 dias."
          : "O site ainda não envia e-mails: você recebe um link para entregar à pessoa, que escolhe a própria senha. O link vale por 7 dias."}
      </p>
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
        {...form.register("email")}
      />
      <RoleField {...form.register("role")} />
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>Cancelar</Button>
        <Button type="submit" variant="primary" disabled={invite.isPending}>
          {isMailed
            ? invite.isPending
              ? "Enviando..."
              : "Enviar convite"
            : invite.isPending
              ? "Criando..."
              : "Criar convite"}
        </Button>
      </div>
    </form>
  );
}
