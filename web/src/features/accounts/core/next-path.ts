import { panelPaths, paths } from "@/lib/paths";

/** Returns the page to open after signing in: the own account, the requested screen of the panel, or the home page. */
export function nextPath(search: string, origin: string, isStaff: boolean): string {
  if (new URLSearchParams(search).get("next") === paths.account) return paths.account;
  return (isStaff && panelPath(search, origin)) || paths.home;
}

/** Returns the screen that the panel opens after signing in. */
export function nextScreen(search: string, origin: string): string {
  const path = panelPath(search, origin);
  return path && path.split(/[?#]/)[0] !== panelPaths.login ? path : panelPaths.dashboard;
}

/** Returns the panel's path in the parameter `next`, if it is one. */
function panelPath(search: string, origin: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  if (!next?.startsWith("/admin/")) return undefined;
  const { origin: target, pathname, search: query, hash } = new URL(next, origin);
  return target === origin && pathname.startsWith("/admin/") ? pathname + query + hash : undefined;
}
