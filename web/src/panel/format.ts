/** Formats dates and numbers for Brazil, independent of the browser's language and time zone. */

const dateTimeFormat = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});
const momentFormat = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "America/Sao_Paulo",
});
const timeFormat = new Intl.DateTimeFormat("pt-BR", { timeStyle: "short", timeZone: "America/Sao_Paulo" });
const dateFormat = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeZone: "America/Sao_Paulo" });
// The Swedish format is that of ISO 8601.
const isoDayFormat = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "America/Sao_Paulo" });
const shortDayFormat = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  timeZone: "America/Sao_Paulo",
});
const longDayFormat = new Intl.DateTimeFormat("pt-BR", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "America/Sao_Paulo",
});
const numberFormat = new Intl.NumberFormat("pt-BR");

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns noon of a day in Brazil's standard time, which is 13:00 of the same day in daylight saving time. */
const noon = (day: string) => new Date(`${day}T12:00:00-03:00`);

/** Formats an RFC 3339 time as '20/11/2026, 08:49'. */
export function formatDateTime(time: string): string {
  return dateTimeFormat.format(new Date(time));
}

/** Formats an RFC 3339 time with seconds: '20/11/2026, 08:49:07'. */
export function formatDateTimeWithSeconds(time: string): string {
  return momentFormat.format(new Date(time));
}

/** Formats the time of day: '08:49'. */
export function formatTime(time: string): string {
  return timeFormat.format(new Date(time));
}

/** Formats the day: '20/11/2026'. */
export function formatDate(time: string): string {
  return dateFormat.format(new Date(time));
}

/** Formats a day for file names: '2026-11-20'. */
export function fileDay(moment: Date): string {
  return isoDayFormat.format(moment);
}

/** Formats a time as 'Hoje, 14:32' or 'Ontem, 09:05', and earlier ones as '18/11/2026'. */
export function formatRecent(time: string, now: string): string {
  const day = formatDate(time);
  if (day === formatDate(now)) return `Hoje, ${formatTime(time)}`;
  const yesterday = dateFormat.format(Date.parse(now) - DAY_MS);
  return day === yesterday ? `Ontem, ${formatTime(time)}` : day;
}

/** Formats a day such as '2026-11-20' as '20/11/2026'. */
export function formatDay(day: string): string {
  return dateFormat.format(noon(day));
}

/** Formats a day as '20/11'. */
export function formatShortDay(day: string): string {
  return shortDayFormat.format(noon(day));
}

/** Formats a day as 'sexta-feira, 20 de novembro'. */
export function formatLongDay(day: string): string {
  return longDayFormat.format(noon(day));
}

/** Formats a duration: 'menos de 1 min', '12 min', '5 h', '1 dia e 3 h'. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return "menos de 1 min";
  if (minutes < 60) return `${minutes} min`;
  const [days, hours] = [Math.floor(minutes / 60 / 24), Math.floor(minutes / 60) % 24];
  if (days === 0) return `${hours} h`;
  return formatCount(days, "dia", "dias") + (hours > 0 ? ` e ${hours} h` : "");
}

/** Formats how long ago a time was: 'agora', '12 min', '5 h', '3 d', and earlier ones as '18/11/2026'. */
export function formatAge(time: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(time)) / MINUTE_MS);
  if (minutes < 1) return "agora";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  return minutes < 7 * 24 * 60 ? `${Math.floor(minutes / 60 / 24)} d` : formatDate(time);
}

export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** Formats a count with its unit: '1 contato', '2.500 contatos'. */
export function formatCount(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** Formats the size of a file: '12 KB', '3,4 MB'. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${numberFormat.format(Math.max(1, Math.round(kilobytes)))} KB`;
  return `${numberFormat.format(Math.round((kilobytes / 1024) * 10) / 10)} MB`;
}
