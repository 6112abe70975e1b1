import { paths } from "@/lib/paths";

/** Where people go after signing in: their account or, for staff, the panel's page they came for; no other place. */
export function nextPath(search: string, origin: string, staff: boolean): string {
  const next = new URLSearchParams(search).get("next");
  if (next === paths.account) return paths.account;
  if (!staff || !next?.startsWith("/admin/")) return paths.home;
  const url = new URL(next, origin);
  return url.origin === origin && url.pathname.startsWith("/admin/")
    ? url.pathname + url.search + url.hash
    : paths.home;
}
