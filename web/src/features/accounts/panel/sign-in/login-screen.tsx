import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation, useNavigate } from "react-router";
import { z } from "zod";

import { ApiError, messageOf } from "@/api/api-error";
import type { Session } from "@/api/types";
import { notify } from "@/lib/notify";
import { paths } from "@/lib/paths";
import { isStaff } from "@/lib/session";
import { Button } from "@/panel/controls/button";
import { Field, PasswordField } from "@/panel/form/field";
import { SpinnerScreen } from "@/panel/feedback/spinner";
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { nextScreen } from "@/features/accounts/core/next-path";
import { reportFailure } from "@/features/accounts/core/report-failure";
import type { SecondStep } from "@/features/accounts/core/second-factor";
import { PasskeySignIn } from "./passkey-sign-in";
import { SecondStepForm } from "./second-step";
import { useSession } from "@/features/accounts/panel/session";
import { type Credentials, signInStaff, WRONG_CREDENTIALS } from "./sign-in";

const credentials = z.object({
  email: z.email("Informe um e-mail válido, como nome@empresa.com.br."),
  password: z.string().min(1, "Informe a senha."),
});

export function LoginScreen() {
  const { state, signIn } = useSession();
  const navigate = useNavigate();
  const next = nextScreen(useLocation().search, window.location.origin);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Credentials>({
    resolver: zodResolver(credentials),
    defaultValues: { email: "", password: "" },
  });

  const [step, setStep] = useState<SecondStep>();

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
      reportFailure("Erro no login", error);
      const message = messageOf(error, WRONG_CREDENTIALS);
      notify.error("Erro no login", message);
      if (error instanceof ApiError && error.status === 401) setError("password", { message });
      setFocus("password", { shouldSelect: true });
    }
  }

  if (state.phase === "loading") return <SpinnerScreen label="Verificando acesso…" />;
  if (state.phase === "signed_in" && isStaff(state.user)) return <Navigate to={next} replace />;
  if (step) {
    return <SecondStepForm {...step} onSignedIn={enter} onBack={() => setStep(undefined)} />;
  }
  return (
    <AccountFrame title="Acesso ao painel" lead="Entre com o e-mail e a senha da sua conta de equipe.">
      <form className="grid gap-4" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field
          label="E-mail"
          type="email"
          autoComplete="username webauthn"
          error={formState.errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password")}
        />
        <a
          href={paths.forgotPassword}
          className="text-accent -mt-1 justify-self-start text-sm font-medium underline-offset-4 hover:underline"
        >
          Esqueci minha senha
        </a>
        <Button type="submit" variant="primary" className="mt-1 h-10" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? "Entrando..." : "Entrar"}
        </Button>
        <PasskeySignIn autofill onSignedIn={enter} />
      </form>
    </AccountFrame>
  );
}
