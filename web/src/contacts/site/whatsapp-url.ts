/** WhatsApp cuts nothing, but addresses that are too long are refused by some phones. */
const LONGEST = 1500;

/** The company's WhatsApp address with another first message. */
export function whatsappUrl(url: string, message = ""): string {
  const text = message.trim().slice(0, LONGEST);
  if (!text) return url;
  const [address = url] = url.split("?");
  return `${address}?text=${encodeURIComponent(text)}`;
}
