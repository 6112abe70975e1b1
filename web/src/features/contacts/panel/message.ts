/** Stored messages begin with the service of interest; the contact form and the server compose them. */
const LABEL = "Serviço de interesse: ";
const SERVICE_LINE = new RegExp(`^${LABEL}(.+)\\r?\\n\\r?\\n`);

/** Written by the form if no service was chosen. */
export const NO_SERVICE = "Não informado";

/** Returns the first line of messages about a service, to search for it. */
export const serviceLine = (service: string) => LABEL + service;

/** Splits a stored message into its service, null if none was chosen, and the text. */
export function splitMessage(message: string): { service: string | null; text: string } {
  const [line, service] = SERVICE_LINE.exec(message) ?? [];
  if (!line || !service) return { service: null, text: message };
  return { service: service === NO_SERVICE ? null : service, text: message.slice(line.length) };
}
