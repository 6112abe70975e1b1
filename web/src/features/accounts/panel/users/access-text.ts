import type { UserRecord } from "@/api/types";
import { formatCount, formatDateTime } from "@/panel/format";

/** Returns whether the link of an invitation still works. */
export const isInvitationOpen = (expires_at: string | null, now = new Date()) =>
  expires_at !== null && new Date(expires_at) > now;

type Access = Pick<
  UserRecord,
  "last_login_at" | "invitation_expires_at" | "invitation_mail" | "sessions" | "second_factor"
>;

/** Returns the time of the last sign-in or, before the first one, the state of the invitation, as text. */
export function describeAccess(
  { last_login_at, invitation_expires_at, invitation_mail }: Access,
  now = new Date(),
): string {
  if (last_login_at !== null) return formatDateTime(last_login_at);
  if (invitation_expires_at === null) return "Nunca entrou";
  const isOpen = isInvitationOpen(invitation_expires_at, now);
  if (isOpen && invitation_mail?.state === "failed") return "Convite não entregue";
  return isOpen ? `Convite até ${formatDateTime(invitation_expires_at)}` : "Convite vencido";
}

/** Returns the open sessions and the second factor as text: '1 sessão aberta · 2 fatores'; empty without either. */
export function describeSecurity({ sessions, second_factor }: Access): string {
  const open = sessions > 0 && formatCount(sessions, "sessão aberta", "sessões abertas");
  return [open, second_factor && "2 fatores"].filter(Boolean).join(" · ");
}
