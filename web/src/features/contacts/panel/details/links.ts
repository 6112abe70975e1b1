/** Links and texts with which staff reach the sender of a contact. */
import type { Channel } from "@/api/types";
import { digitsOf, isForeign, isFullNumber, mainNumber, nationalDigits } from "@/lib/phone";
import { greetingOf } from "@/panel/greeting";

/** The service of the contact form that names no subject. The server has it in `UNSPECIFIC_SERVICES`, too. */
const OTHER_SERVICE = "Outro";

/** Returns the number with its country code; null if it can't be called from other countries, such as 0800. */
function fullNumber(text: string): string | null {
  const phone = mainPart(text);
  if (isForeign(phone)) return `+${digitsOf(phone)}`;
  const digits = nationalDigits(phone);
  return /^[1-9]\d{9,10}$/.test(digits) ? `+55${digits}` : null;
}

/** Returns the main number, without an extension or a second number; the whole text if it has no complete number. */
const mainPart = (phone: string) => mainNumber(phone, isFullNumber) ?? phone;

export function phoneLink(phone: string): string {
  return `tel:${fullNumber(phone) ?? nationalDigits(mainPart(phone))}`;
}

/** Returns the link to a WhatsApp conversation with `text` prefilled; null if the number can't have WhatsApp. */
export function whatsappLink(phone: string, text: string): string | null {
  const number = fullNumber(phone);
  return number && `https://wa.me/${digitsOf(number)}?text=${encodeURIComponent(text)}`;
}

/** Returns whether a number is a Brazilian landline, which has WhatsApp only if a company has registered it. */
export function isLandline(text: string): boolean {
  return /^\+55[1-9]\d[2-5]\d{7}$/.test(fullNumber(text) ?? "");
}

/** Returns the message to the sender with which a WhatsApp conversation starts. */
export function greeting(name: string, company: string, service: string | null, channel: Channel): string {
  const subject = service && service !== OTHER_SERVICE ? ` sobre ${service}` : "";
  const received = channel === "form" ? "Recebemos a sua mensagem pelo site" : "Recebemos o seu contato";
  return `${greetingOf(name)}! Aqui é da ${company}. ${received}${subject}. Como podemos ajudar?`;
}

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
