/** 'Minha Conta': the user's name, email, password and sessions, and a link to the second factor. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, KeyRound } from "lucide-react";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import { hasRightsOf } from "@/api/rights";
import type { User } from "@/api/types";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { PasswordChangeFields, usePasswordChange } from "@/features/accounts/panel/password-change";
import { useSession } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { PLAIN_EDITOR } from "@/panel/edit/use-versioned-record";
import { Skeleton } from "@/panel/feedback/skeleton";
import { Screen } from "@/panel/screen";
import { OwnProfileForm } from "./profile-form";
import { ownProfile, ownSessions } from "./queries";
import { OwnSessionList } from "./session-list";

export function OwnAccountScreen() {
  const { state } = useSession();
  const { data, error, refetch } = useQuery(ownProfile);
  if (state.phase !== "signed_in") return null;
  return (
    <Screen title="Minha Conta">
      <div className="grid max-w-3xl gap-5">
        {data ? (
          <OwnProfileForm profile={data} user={state.user} />
        ) : error ? (
          <div className="border-line bg-surface grid justify-items-start gap-3 rounded-lg border p-5">
            <p className="text-sm">{messageOf(error, "Não foi possível carregar o seu perfil.")}</p>
            <Button onClick={() => void refetch()}>Tentar de novo</Button>
          </div>
        ) : (
          <Skeleton className="h-48" />
        )}
        <OwnPasswordForm user={state.user} />
        <OwnSessionList />
        {hasRightsOf(state.user, "support") && <NotificationsLink />}
        <section
          aria-labelledby="own-factor"
          className="border-line bg-surface flex flex-wrap items-center justify-between gap-4 rounded-lg border p-5 sm:p-6"
        >
          <div>
            <h2 id="own-factor" className="text-base font-semibold">
              Segundo fator
            </h2>
            <p className="text-muted mt-1 text-sm">
              Aplicativo autenticador, chaves de acesso e códigos de recuperação.
            </p>
          </div>
          <Link
            to={panelPaths.security}
            className="text-accent inline-flex items-center gap-2 text-sm font-medium underline-offset-4 hover:underline"
          >
            <KeyRound className="size-4" aria-hidden />
            Abrir Minha Segurança
          </Link>
        </section>
      </div>
    </Screen>
  );
}

function NotificationsLink() {
  return (
    <section
      aria-labelledby="own-notifications"
      className="border-line bg-surface flex flex-wrap items-center justify-between gap-4 rounded-lg border p-5 sm:p-6"
    >
      <div>
        <h2 id="own-notifications" className="text-base font-semibold">
          Avisos de contatos
        </h2>
        <p className="text-muted mt-1 text-sm">Do que, quando e por onde você quer ser avisado.</p>
      </div>
      <Link
        to={panelPaths.notifications}
        className="text-accent inline-flex items-center gap-2 text-sm font-medium underline-offset-4 hover:underline"
      >
        <Bell className="size-4" aria-hidden />
        Abrir Meus Avisos
      </Link>
    </section>
  );
}

function OwnPasswordForm({ user }: { user: User }) {
  const cache = useQueryClient();
  const { form, submit } = usePasswordChange(() => {
    notify.success("Senha alterada", "As outras sessões foram encerradas.");
    void cache.invalidateQueries({ queryKey: ownSessions.queryKey });
  });
  const { isSubmitting } = form.formState;
  return (
    <AccountSection title="Senha">
      <p className="text-muted mt-1 text-sm">Ao trocar a senha, as outras sessões são encerradas.</p>
      <div className="mt-4 max-w-md">
        <EditorFrame
          layout="inline"
          editor={{ ...PLAIN_EDITOR, isSaving: isSubmitting }}
          action="Trocar senha"
          onSave={() => void submit()}
        >
          <PasswordChangeFields form={form} email={user.email} />
        </EditorFrame>
      </div>
    </AccountSection>
  );
}
