/**
 * The stored form of a message, which the contact form and the server compose: a line with the service of interest, a blank
 * line, and the visitor's text.
 */
const LABEL = "Serviço de interesse: ";
/** A message without text ends after the service. */
const SERVICE_LINE = new RegExp(`^${LABEL}(.+)(?:\\r?\\n\\r?\\n|$)`);

/** The service in a message whose sender chose none. The server recognizes this text. */
export const NO_SERVICE = "Não informado";

/** Returns the message as it is stored, with the service in its first line. */
export function composeMessage(service: string, message: string): string {
  return `${LABEL}${service || NO_SERVICE}\n\n${message}`;
}

/** Splits a stored message into service and text. The service is null if none was chosen or the message has no such line. */
export function splitMessage(message: string): { service: string | null; text: string } {
  const [line, service] = SERVICE_LINE.exec(message) ?? [];
  if (!line || !service) return { service: null, text: message };
  return { service: service === NO_SERVICE ? null : service, text: message.slice(line.length) };
}
