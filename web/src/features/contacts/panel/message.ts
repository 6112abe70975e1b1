const SERVICE_LINE = /^Serviço de interesse: (.+)\r?\n\r?\n/;

/** What the form writes there when no service was chosen. */
const NO_SERVICE = "Não informado";

/** Takes apart what the public form puts together: a first line with the service, a blank line, the text. */
export function splitMessage(message: string): { service: string | null; text: string } {
  const [line, service] = SERVICE_LINE.exec(message) ?? [];
  if (!line || !service) return { service: null, text: message };
  return { service: service === NO_SERVICE ? null : service, text: message.slice(line.length) };
}
