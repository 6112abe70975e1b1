/** The user's own name and email. Changing the email requires the password and takes effect when the mailed link is used. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import { api, body } from "@/api/client";
import { PROFILE_CHANGE_FULL_NAME } from "@/api/limits";
import { readSession } from "@/api/session";
import type { Profile, User } from "@/api/types";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { emailSchema, nameSchema, PersonFields } from "@/features/accounts/panel/person-fields";
import { useSession } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { PLAIN_EDITOR } from "@/panel/edit/use-versioned-record";
import { PasswordField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { tooLong } from "@/panel/form/text-schema";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { notifyFailure } from "@/panel/notify-failure";
import { OwnEmailState } from "./email-state";
import { ownProfile } from "./queries";

const schema = z.object({
  full_name: nameSchema.max(PROFILE_CHANGE_FULL_NAME, tooLong(PROFILE_CHANGE_FULL_NAME)),
  email: emailSchema,
  current_password: z.string(),
});

type Values = z.infer<typeof schema>;

interface OwnProfileFormProps {
  profile: Profile;
  user: User;
}

function useProfileForm({ profile, user }: OwnProfileFormProps) {
  const cache = useQueryClient();
  const { signIn } = useSession();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    values: { full_name: profile.full_name, email: profile.email, current_password: "" },
  });
  useUnsavedChanges(form.formState.isDirty);
  const submit = form.handleSubmit(async (entered) => {
    try {
      const saved = await body(api.PUT("/api/auth/profile", { body: entered }));
      cache.setQueryData(ownProfile.queryKey, saved);
      const session = readSession();
      if (session) signIn({ ...session, user: { ...user, full_name: saved.full_name } });
      notify.success("Perfil salvo");
    } catch (error) {
      notifyFailure("Não foi possível salvar o perfil", error);
      showFieldErrors(error, form);
    }
  });
  return { form, submit };
}

export function OwnProfileForm({ profile, user }: OwnProfileFormProps) {
  const { form, submit } = useProfileForm({ profile, user });
  const { errors, isSubmitting } = form.formState;
  const email = useWatch({ control: form.control, name: "email" });
  const isNewEmail = email.trim().toLowerCase() !== profile.email;
  return (
    <AccountSection title="Perfil">
      <div className="mt-4 max-w-md">
        <EditorFrame
          layout="inline"
          editor={{ ...PLAIN_EDITOR, isSaving: isSubmitting }}
          action="Salvar perfil"
          onSave={() => void submit()}
        >
          <PersonFields
            name={form.register("full_name")}
            email={form.register("email")}
            errors={errors}
            isOwn
          />
          <OwnEmailState profile={profile} role={user.role} />
          {/* Always rendered: Chrome looks for the username only when it first sees the form. */}
          <div hidden={!isNewEmail}>
            <PasswordField
              label="Senha atual"
              autoComplete="current-password"
              hint="Para trocar o e-mail, precisamos ter certeza de que é você."
              error={errors.current_password?.message}
              {...form.register("current_password")}
            />
          </div>
        </EditorFrame>
      </div>
    </AccountSection>
  );
}
