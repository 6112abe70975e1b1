import { useQueryClient } from "@tanstack/react-query";

import type { User } from "@/api/types";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { PasswordChangeFields, usePasswordChange } from "@/features/accounts/panel/password-change";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { ownSessions } from "./queries";

/** Changes the user's own password. */
export function OwnPasswordForm({ user }: { user: User }) {
  const cache = useQueryClient();
  const { form, submit } = usePasswordChange(() => {
    notify.success("Senha alterada", "As outras sessões foram encerradas.");
    void cache.invalidateQueries({ queryKey: ownSessions.queryKey });
  });
  const { isSubmitting } = form.formState;
  return (
    <AccountSection title="Senha">
      <p className="text-muted mt-1 text-sm">Ao trocar a senha, as outras sessões são encerradas.</p>
      <form className="mt-4 grid max-w-md gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordChangeFields form={form} email={user.email} />
        <Button type="submit" variant="primary" className="justify-self-start" disabled={isSubmitting}>
          {isSubmitting ? "Salvando..." : "Trocar senha"}
        </Button>
      </form>
    </AccountSection>
  );
}
