/** The own account. Its HTML has only texts and is the same for all users. Scripts load the user's data. */
import type { AccountView, Layout } from "@/api/types";
import { OwnAccount } from "@/features/accounts/site/own-account/own-account";
import { Island } from "@/ui/island";
import { NoScript } from "./no-script";

export function AccountPage({ content, password_min, layout: { labels } }: AccountView & { layout: Layout }) {
  return (
    // At least as high as the window, so that the footer isn't moved when the data has loaded.
    <div className="frame min-h-screen py-14 lg:py-20 noscript:min-h-0">
      <h1 className="text-section">{content.title}</h1>
      <p className="text-muted mt-3 text-lg text-pretty">{content.lead}</p>
      <NoScript text={labels.no_script} />
      <Island name="account" component={OwnAccount} props={{ content, password_min, labels }} />
    </div>
  );
}
