import { paths } from "@/lib/paths";

/** Where to go after signing in: a place of the panel, whatever the address says. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get("next") ?? "";
  const url = URL.parse(next, window.location.origin);
  const isOwn = url?.origin === window.location.origin && url.pathname.startsWith("/admin/");
  if (!isOwn || url.pathname === paths.admin.login) return paths.admin.dashboard;
  return url.pathname + url.search;
}
