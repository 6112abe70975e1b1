/** Converts times to and from the local time of São Paulo, for `<input type="datetime-local">`. */

const clock = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});
const HOUR_MS = 60 * 60 * 1000;

/** Returns an RFC 3339 time as '2026-11-21T10:00'; null as ''. */
export function toLocal(moment: string | null): string {
  return moment ? clock.format(new Date(moment)).replace(" ", "T") : "";
}

/** Returns '2026-11-21T10:00' as an RFC 3339 time; null if the text is not such a time. */
export function fromLocal(local: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return null;
  // Standard time is UTC-3; daylight saving time, last used in 2019, was UTC-2.
  const standard = Date.parse(`${local}:00-03:00`);
  if (Number.isNaN(standard)) return null;
  const moment = toLocal(new Date(standard).toISOString()) === local ? standard : standard - HOUR_MS;
  return new Date(moment).toISOString();
}
