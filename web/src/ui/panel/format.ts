/** Dates and numbers as people in Brazil write them, whatever the browser's own language and time zone. */
const dateTime = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});
const moment = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "America/Sao_Paulo",
});
const time = new Intl.DateTimeFormat("pt-BR", { timeStyle: "short", timeZone: "America/Sao_Paulo" });
const date = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeZone: "America/Sao_Paulo" });
// Swedes write the date of a day as ISO 8601 does.
const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "America/Sao_Paulo" });
const number = new Intl.NumberFormat("pt-BR");

/** An RFC 3339 time as '20/11/2026, 08:49'. */
export function formatDateTime(time: string): string {
  return dateTime.format(new Date(time));
}

/** To the second: '20/11/2026, 08:49:07'. */
export function formatMoment(time: string): string {
  return moment.format(new Date(time));
}

/** Its time of day: '08:49'. */
export function formatTime(moment: string): string {
  return time.format(new Date(moment));
}

/** Its day: '20/11/2026'. */
export function formatDate(time: string): string {
  return date.format(new Date(time));
}

/** The day at that moment in names of files, where it sorts: '2026-11-20'. */
export function fileDay(moment: Date): string {
  return day.format(moment);
}

export function formatNumber(value: number): string {
  return number.format(value);
}

/** '1 contato', '2.500 contatos'. */
export function formatCount(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}
