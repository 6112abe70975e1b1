const SERVICE_LINE = /^Serviço de interesse: (.+)\r?\n\r?\n/;

/** Takes apart what the public form puts together: a first line with the service, a blank line, the text. */
export function splitMessage(message: string): { service: string | null; text: string } {
  const [line, service] = SERVICE_LINE.exec(message) ?? [];
  return line && service ? { service, text: message.slice(line.length) } : { service: null, text: message };
}
