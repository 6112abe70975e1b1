/** The user's own name and e-mail. A new e-mail needs the password and takes effect once its link is used. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Profile, User } from "@/api/types";
import { notify } from "@/lib/notify";
import { readSession } from "@/lib/session";
import { Button } from "@/panel/controls/button";
import { Field, PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { ownProfile } from "./own-account-queries";
import { OwnEmailState } from "./own-email-state";
import { useSession } from "@/features/accounts/panel/session";

const schema = z.object({
  full_name: z.string().trim().min(1, "Informe o nome completo.").max(120, "Use no máximo 120 caracteres."),
  email: z.email("Informe um e-mail válido, como nome@empresa.com.br."),
  current_password: z.string(),
});

type Values = z.infer<typeof schema>;

export function OwnProfileForm({ profile, user }: { profile: Profile; user: User }) {
  const cache = useQueryClient();
  const { signIn } = useSession();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    values: { full_name: profile.full_name, email: profile.email, current_password: "" },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  const email = useWatch({ control: form.control, name: "email" });
  const moves = email.trim().toLowerCase() !== profile.email;

  async function submit(entered: Values): Promise<void> {
    try {
      const saved = await body(api.PUT("/api/auth/profile", { body: entered }));
      cache.setQueryData(ownProfile.queryKey, saved);
      const session = readSession();
      if (session) signIn({ ...session, user: { ...user, full_name: saved.full_name } });
      notify.success("Perfil salvo");
    } catch (error) {
      notify.error("Não foi possível salvar o perfil", messageOf(error));
      showFieldErrors(error, form);
    }
  }

  return (
    <section aria-labelledby="own-profile" className="border-line bg-surface rounded-lg border p-5 sm:p-6">
      <h2 id="own-profile" className="text-base font-semibold">
        Perfil
      </h2>
      <form
        className="mt-4 grid max-w-md gap-4"
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
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
        <OwnEmailState profile={profile} role={user.role} />
        {/* Always rendered: Chrome looks for the username only when it first sees the form. */}
        <div hidden={!moves}>
          <PasswordField
            label="Senha atual"
            autoComplete="current-password"
            hint="Para trocar o e-mail, precisamos ter certeza de que é você."
            error={errors.current_password?.message}
            {...form.register("current_password")}
          />
        </div>
        <Button type="submit" variant="primary" className="justify-self-start" disabled={isSubmitting}>
          {isSubmitting ? "Salvando..." : "Salvar perfil"}
        </Button>
      </form>
    </section>
  );
}
