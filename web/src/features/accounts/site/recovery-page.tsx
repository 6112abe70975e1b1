/** The page that requests an account link by email, and the pages that such links open. */
import type { Layout, LayoutLabels, RecoveryView } from "@/api/types";
import { ConfirmEmail } from "@/features/accounts/site/recovery/confirm-email";
import { ForgotPassword } from "@/features/accounts/site/recovery/forgot-password";
import { ResetPassword } from "@/features/accounts/site/recovery/reset-password";
import { paths } from "@/lib/paths";
import { Island } from "@/ui/island";
import { AuthFrame } from "./auth-frame";

const STEPS = { forgot: ForgotPassword, reset: ResetPassword, confirm: ConfirmEmail };

export function RecoveryPage({ step, content, password_min, layout }: RecoveryView & { layout: Layout }) {
  const { labels } = layout;
  return (
    <AuthFrame back={{ label: content.forgot.back, url: paths.auth }}>
      <Island name="recovery" component={Recovery} props={{ step, content, password_min, labels }} />
    </AuthFrame>
  );
}

export function Recovery({ step, content, password_min, labels }: RecoveryView & { labels: LayoutLabels }) {
  const Step = STEPS[step];
  return <Step content={content} labels={labels} passwordMin={password_min} />;
}
