/** Shown instead of the panel to new staff whose password is too short for staff. */
import { readSession } from "@/api/session";
import type { User } from "@/api/types";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import {
  PasswordChangeFields,
  STAFF_PASSWORD_MIN,
  usePasswordChange,
} from "@/features/accounts/panel/password-change";
import { useSession } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";

export function NewPasswordScreen({ user }: { user: User }) {
  const { signIn, signOut } = useSession();
  const { form, submit } = usePasswordChange(() => {
    const session = readSession();
    if (session) signIn({ ...session, user: { ...user, must_change_password: false } });
    notify.success("Senha alterada", "O painel está liberado.");
  });
  const { isSubmitting } = form.formState;
  return (
    <AccountFrame
      title="Escolha uma senha mais longa"
      lead={`Quem trabalha no painel usa senhas de pelo menos ${STAFF_PASSWORD_MIN} caracteres. Troque a sua para continuar.`}
    >
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordChangeFields form={form} email={user.email} />
        <Button type="submit" variant="primary" className="mt-1 h-10" busy={isSubmitting}>
          {isSubmitting ? "Salvando..." : "Trocar senha e continuar"}
        </Button>
        <Button type="button" onClick={() => void signOut()}>
          Sair
        </Button>
      </form>
    </AccountFrame>
  );
}
