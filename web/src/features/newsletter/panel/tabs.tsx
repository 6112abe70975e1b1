/** The links between the two screens of the newsletter. */
import { panelPaths } from "@/lib/paths";
import { ListTabs } from "@/panel/list/list-tabs";

export function NewsletterTabs({ current }: { current: "subscriptions" | "editions" }) {
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
