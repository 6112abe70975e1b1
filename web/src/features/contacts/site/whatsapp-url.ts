/** Some phones refuse longer URLs. */
const LONGEST = 1500;

/** Returns the company's WhatsApp URL with another prefilled message. */
export function whatsappUrl(url: string, message = ""): string {
  const text = message.trim().slice(0, LONGEST);
  if (!text) return url;
  const [address = url] = url.split("?");
  return `${address}?text=${encodeURIComponent(text)}`;
}
