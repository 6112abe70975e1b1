/** The text of a failed send: the reason as a sentence, and the company's other channels where it has any. */
import type { ContactAfterText, LayoutCompany } from "@/api/types";

type Channels = Pick<LayoutCompany, "phone" | "whatsapp_url" | "email">;

export function reasonText(
  reason: string,
  { unsent }: Pick<ContactAfterText, "unsent">,
  company: Channels,
): string {
  const sentence = /[.!?…]$/.test(reason) ? reason : `${reason}.`;
  const { phone, whatsapp_url, email } = company;
  return phone || whatsapp_url || email ? `${sentence} ${unsent}` : sentence;
}
