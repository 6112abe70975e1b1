import { useQuery } from "@tanstack/react-query";

import { ContactCounts } from "../contacts/admin/contact-counts";
import { LatestContacts } from "../contacts/admin/latest-contacts";
import { contactSummary } from "../contacts/admin/contact-queries";
import { Screen } from "../ui/panel/screen";

export function DashboardScreen() {
  const summary = useQuery(contactSummary);
  return (
    <Screen title="Dashboard">
      <ContactCounts summary={summary} />
      <LatestContacts />
    </Screen>
  );
}
