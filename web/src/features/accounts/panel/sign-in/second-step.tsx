/** The second step of a sign-in to the panel. */
import { useForm } from "react-hook-form";

import { ApiError } from "@/api/api-error";
import type { Session } from "@/api/types";
import { logFailure } from "@/features/accounts/core/log-failure";
import type { CodeKind, PendingSecondStep } from "@/features/accounts/core/second-factor";
import { useCodeKind } from "@/features/accounts/core/use-code-kind";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { CodeField } from "@/features/accounts/panel/code-field";
import { Button } from "@/panel/controls/button";
import { showFieldErrors } from "@/panel/form/form-errors";
import { notifyFailure } from "@/panel/notify-failure";
import { PasskeySignIn } from "./passkey-sign-in";
import { finishSignIn } from "./sign-in";

interface SecondStepProps extends PendingSecondStep {
  onSignedIn: (session: Session) => Promise<void>;
  onBack: () => void;
}

const LEAD: Record<CodeKind, string> = {
  app: "Digite o código de 6 dígitos que o seu aplicativo autenticador mostra agora.",
  recovery: "Digite um dos códigos de recuperação que você guardou. Cada um vale uma única vez.",
};

const PASSKEY_LEAD = "Use a sua chave de acesso ou, sem ela, um dos códigos de recuperação que você guardou.";

export function SecondStepForm({ challenge, factors, onSignedIn, onBack }: SecondStepProps) {
  const { kind, hasApp, hasPasskey, switchKind } = useCodeKind(factors);
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  async function submit({ code }: { code: string }): Promise<void> {
    try {
      await onSignedIn(await finishSignIn(challenge, code));
    } catch (error) {
      logFailure("Erro no login", error);
      notifyFailure("Código não aceito", error);
      if (error instanceof ApiError && error.code === "challenge_expired") onBack();
      showFieldErrors(error, form);
    }
  }

  function swap(): void {
    switchKind();
    form.reset();
    form.setFocus("code");
  }

  return (
    <AccountFrame title="Confirme que é você" lead={hasApp ? LEAD[kind] : PASSKEY_LEAD}>
      {hasPasskey && <PasskeySignIn challenge={challenge} onSignedIn={onSignedIn} />}
      <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <CodeField
          kind={kind}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field after the password
          autoFocus={hasApp}
          error={errors.code?.message}
          {...form.register("code", { required: "Informe o código." })}
        />
        <Button type="submit" variant="primary" className="mt-1 h-10" busy={isSubmitting}>
          {isSubmitting ? "Confirmando..." : "Confirmar"}
        </Button>
        <div className="-ml-2.5 grid justify-items-start gap-1">
          {hasApp && (
            <Button variant="ghost" size="sm" onClick={swap}>
              {kind === "app" ? "Usar um código de recuperação" : "Usar o código do aplicativo"}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onBack}>
            Voltar para a senha
          </Button>
        </div>
      </form>
    </AccountFrame>
  );
}
