import type { AuthView, Layout } from "@/api/types";
import { SignIn } from "@/features/accounts/site/sign-in/sign-in";
import { paths } from "@/lib/paths";
import { Island } from "@/ui/island";
import { AuthFrame, AuthHeading } from "./auth-frame";
import { NoScript } from "./no-script";

export function AuthPage({
  content,
  password_min,
  typed,
  layout: { labels },
}: AuthView & { layout: Layout }) {
  return (
    <AuthFrame back={{ label: content.back, url: paths.home }}>
      <AuthHeading title={content.title} lead={content.lead} />
      <NoScript text={labels.no_script} />
      <Island name="sign_in" component={SignIn} props={{ content, password_min, typed, labels }} />
    </AuthFrame>
  );
}
