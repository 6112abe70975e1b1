/** A Brazilian number gets its country code; one that has a code keeps it. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return `tel:+${digits}`;
  return digits.length === 10 || digits.length === 11 ? `tel:+55${digits}` : `tel:${digits}`;
}

/** A conversation on WhatsApp that begins with `text`, still to be sent. */
export function whatsappLink(phone: string, text: string): string {
  return `https://wa.me/${phoneLink(phone).replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}

/** How a conversation with whoever wrote begins. */
export function opening(name: string, company: string, service: string | null): string {
  const subject = service ? ` sobre ${service}` : "";
  return `Olá, ${firstName(name)}! Aqui é da ${company}. Recebemos a sua mensagem pelo site${subject}. Como podemos ajudar?`;
}

export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? "";

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
