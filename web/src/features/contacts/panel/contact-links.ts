import { digitsOf, isForeign, isFullNumber, mainNumber, nationalDigits } from "@/lib/phone";

/** What the page of contact offers, as it comes, to who needs something else: no subject to talk about. */
const OTHER_SERVICE = "Outro";

/** With the country's code, so that it can be reached from anywhere; null for what can't, like 0800. */
function fullNumber(text: string): string | null {
  const phone = withoutRest(text);
  if (isForeign(phone)) return `+${digitsOf(phone)}`;
  const digits = nationalDigits(phone);
  return /^[1-9]\d{9,10}$/.test(digits) ? `+55${digits}` : null;
}

/** The main number, without an extension or a second number. */
const withoutRest = (phone: string) => mainNumber(phone, isFullNumber) ?? phone;

export function phoneLink(phone: string): string {
  return `tel:${fullNumber(phone) ?? nationalDigits(withoutRest(phone))}`;
}

/** A conversation on WhatsApp that begins with `text`, still to be sent; null where the number can't have one. */
export function whatsappLink(phone: string, text: string): string | null {
  const number = fullNumber(phone);
  return number && `https://wa.me/${digitsOf(number)}?text=${encodeURIComponent(text)}`;
}

/** How a conversation with whoever wrote begins. */
export function opening(name: string, company: string, service: string | null): string {
  const subject = service && service !== OTHER_SERVICE ? ` sobre ${service}` : "";
  return `Olá, ${firstName(name)}! Aqui é da ${company}. Recebemos a sua mensagem pelo site${subject}. Como podemos ajudar?`;
}

export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? "";

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
