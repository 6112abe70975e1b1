/** The outbox, with an alert from the settings while the company has no e-mail address. */
import { useQuery } from "@tanstack/react-query";

import { OutboxScreen } from "../mail/admin/outbox-screen";
import { MailboxAlert } from "../settings/admin/mailbox-alert";
import { settingsRecord } from "../settings/admin/settings-queries";

export function Outbox() {
  const { data: contact } = useQuery(settingsRecord("contact"));
  return <OutboxScreen alert={contact?.document["email"] === "" && <MailboxAlert className="mb-5" />} />;
}
