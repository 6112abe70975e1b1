/** The page that requests an account link by email, and the pages that such links open. */
import type { Layout, RecoveryView } from "@/api/types";
import { ConfirmEmail } from "@/features/accounts/site/recovery/confirm-email";
import { ForgotPassword } from "@/features/accounts/site/recovery/forgot-password";
import { ResetPassword } from "@/features/accounts/site/recovery/reset-password";
import { paths } from "@/lib/paths";
import { AuthFrame } from "./auth-frame";

const STEPS = { forgot: ForgotPassword, reset: ResetPassword, confirm: ConfirmEmail };

export function RecoveryPage({ step, content, password_min, layout }: RecoveryView & { layout: Layout }) {
  const Step = STEPS[step];
  return (
    <AuthFrame back={{ label: content.forgot.back, url: paths.auth }}>
      <Step content={content} labels={layout.labels} passwordMin={password_min} />
    </AuthFrame>
  );
}
