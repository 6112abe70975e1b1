import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation, useNavigate } from "react-router";
import { z } from "zod";

import { ApiError, messageOf } from "@/api/api-error";
import { isStaff } from "@/api/session";
import type { Credentials, Session } from "@/api/types";
import { logFailure } from "@/features/accounts/core/log-failure";
import { nextScreen } from "@/features/accounts/core/next-path";
import type { PendingSecondStep } from "@/features/accounts/core/second-factor";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { emailSchema } from "@/features/accounts/panel/person-fields";
import { useSession } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { Field, PasswordField } from "@/panel/form/field";
import { PasskeySignIn } from "./passkey-sign-in";
import { SecondStepForm } from "./second-step";
import { signInStaff } from "./sign-in";

const credentialsSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, "Informe a senha."),
});

/** Returns the sign-in form with both of its steps. `next` is the screen that it opens. */
function useLogin(next: string) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const form = useForm<Credentials>({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email: "", password: "" },
  });
  const [step, setStep] = useState<PendingSecondStep>();

  async function enter(session: Session): Promise<void> {
    notify.success("Login realizado com sucesso!", "Redirecionando para o painel...");
    signIn(session);
    await navigate(next, { replace: true });
  }

  async function submit(entered: Credentials): Promise<void> {
    try {
      await enter(await signInStaff(entered));
    } catch (error) {
      if (error instanceof ApiError && error.challenge) {
        setStep({ challenge: error.challenge, factors: error.factors });
        return;
      }
      logFailure("Erro no login", error);
      const message = messageOf(error);
      notify.error("Erro no login", message);
      if (error instanceof ApiError && error.status === 401) form.setError("password", { message });
      form.setFocus("password", { shouldSelect: true });
    }
  }

  return { form, step, enter, submit, closeStep: () => setStep(undefined) };
}

export function LoginScreen() {
  const { state } = useSession();
  const next = nextScreen(useLocation().search, window.location.origin);
  const { form, step, enter, submit, closeStep } = useLogin(next);
  const { errors, isSubmitting } = form.formState;
  if (state.phase === "loading") return <SpinnerScreen label="Verificando acesso…" />;
  if (state.phase === "signed_in" && isStaff(state.user)) return <Navigate to={next} replace />;
  if (step) {
    return <SecondStepForm {...step} onSignedIn={enter} onBack={closeStep} />;
  }
  return (
    <AccountFrame title="Acesso ao painel" lead="Entre com o e-mail e a senha da sua conta de equipe.">
      <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Field
          label="E-mail"
          type="email"
          autoComplete="username webauthn"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <a
          href={paths.forgotPassword}
          className="text-accent -mt-1 justify-self-start text-sm font-medium underline-offset-4 hover:underline"
        >
          Esqueci minha senha
        </a>
        <Button type="submit" variant="primary" className="mt-1 h-10" busy={isSubmitting}>
          {isSubmitting ? "Entrando..." : "Entrar"}
        </Button>
        <PasskeySignIn autofill onSignedIn={enter} />
      </form>
    </AccountFrame>
  );
}
