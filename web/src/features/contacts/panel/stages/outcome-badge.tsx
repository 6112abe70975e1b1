import type { Contact } from "@/api/types";
import { OptionBadge } from "@/panel/controls/badge";
import { isClosed, STAGES } from "./stages";

/** Says that a contact is won or lost; nothing while it is open. */
export function OutcomeBadge({ contact: { stage } }: { contact: Pick<Contact, "stage"> }) {
  return isClosed(stage) && <OptionBadge options={STAGES} value={stage} />;
}
