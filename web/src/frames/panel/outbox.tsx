/** The outbox, with an alert while the settings lack the company's email address. */
import { useQuery } from "@tanstack/react-query";

import { OutboxScreen } from "@/features/mail/panel/screen";
import { MailboxAlert } from "@/features/settings/panel/mailbox-alert";
import { settingsRecord } from "@/features/settings/panel/queries";

export function Outbox() {
  const { data: contact } = useQuery(settingsRecord("contact"));
  return <OutboxScreen alert={contact?.value["email"] === "" && <MailboxAlert className="mb-5" />} />;
}
