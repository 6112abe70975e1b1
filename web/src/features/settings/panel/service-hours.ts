/** The field 'service_hours', which has one line for each service with its own promise: 'Suporte Técnico: 4'. */

/** Returns the hours of each service, as typed. */
export function parseServiceHours(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\n").filter((line) => line.includes(":"));
  return new Map(
    lines.map((line) => {
      const colon = line.lastIndexOf(":");
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Returns the problem of a service if the server's error, such as 'Nuvem: Informe de 1 a 240 horas.', is about it. */
export function problemOf(service: string, error: string | undefined): string | undefined {
  const colon = error?.lastIndexOf(": ") ?? -1;
  return colon >= 0 && error?.slice(0, colon) === service ? error.slice(colon + 2) : undefined;
}

/** Returns the text with other hours for a service. Without hours, the service has no line. */
export function withServiceHours(text: string, service: string, hours: string): string {
  const changed = new Map(parseServiceHours(text));
  // A colon would end the name of the service.
  const typed = hours.replaceAll(":", "").trim();
  if (typed === "") changed.delete(service);
  else changed.set(service, typed);
  return [...changed].map((line) => line.join(": ")).join("\n");
}
