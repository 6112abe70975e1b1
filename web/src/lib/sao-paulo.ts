/** Moments as a clock in São Paulo shows them, which is what `<input type="datetime-local">` is filled with. */
const clock = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});
const HOUR_MS = 60 * 60 * 1000;

/** An RFC 3339 time as '2026-11-21T10:00'; nothing as nothing. */
export function toLocal(moment: string | null): string {
  return moment ? clock.format(new Date(moment)).replace(" ", "T") : "";
}

/** '2026-11-21T10:00' as an RFC 3339 time; nothing as nothing. */
export function fromLocal(local: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return null;
  // Winter has been three hours behind UTC ever since there were zones; should there be summer time again, two.
  const winter = Date.parse(`${local}:00-03:00`);
  if (Number.isNaN(winter)) return null;
  const moment = toLocal(new Date(winter).toISOString()) === local ? winter : winter - HOUR_MS;
  return new Date(moment).toISOString();
}
