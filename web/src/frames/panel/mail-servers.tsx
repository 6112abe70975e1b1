/** The settings of the mail servers, with the address of the administrator, to which test messages go. */
import { useSession } from "@/features/accounts/panel/session";
import { MailServersScreen } from "@/features/mail/panel/servers/screen";

export function MailServers() {
  const { state } = useSession();
  if (state.phase !== "signed_in") return null;
  return <MailServersScreen email={state.user.email} />;
}
