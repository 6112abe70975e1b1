/** Formats an RFC 3339 time as '20 de novembro de 2026 às 08:49'. Only for browsers: the server's engine lacks Intl. */
export function formatMoment(time: string): string {
  const format = new Intl.DateTimeFormat("pt-BR", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  });
  return format.format(new Date(time));
}
