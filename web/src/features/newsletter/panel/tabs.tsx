/** The links between the two screens of the newsletter. */
import { hasRightsOf } from "@/api/rights";
import { readSession } from "@/api/session";
import { panelPaths } from "@/lib/paths";
import { ListTabs } from "@/panel/list/list-tabs";

/** Hidden from writers, who may open only one of the screens. */
export function NewsletterTabs({ current }: { current: "subscriptions" | "editions" }) {
  if (!hasRightsOf(readSession()?.user, "editor")) return null;
  return (
    <ListTabs
      label="Newsletter"
      tabs={[
        { label: "Inscrições", to: panelPaths.newsletter, isCurrent: current === "subscriptions" },
        { label: "Edições", to: panelPaths.editions, isCurrent: current === "editions" },
      ]}
    />
  );
}
