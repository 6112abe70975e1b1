/** Stored messages begin with the service of interest; the contact form and the server compose them. */
const LABEL = "Serviço de interesse: ";
const SERVICE_LINE = new RegExp(`^${LABEL}(.+)\\r?\\n\\r?\\n`);

/** What the form writes there when no service was chosen. */
export const NO_SERVICE = "Não informado";

/** The first line of every message about a service, to search for. */
export const serviceLine = (service: string) => LABEL + service;

/** Splits a stored message into its service, null if none was chosen, and the text. */
export function splitMessage(message: string): { service: string | null; text: string } {
  const [line, service] = SERVICE_LINE.exec(message) ?? [];
  if (!line || !service) return { service: null, text: message };
  return { service: service === NO_SERVICE ? null : service, text: message.slice(line.length) };
}
