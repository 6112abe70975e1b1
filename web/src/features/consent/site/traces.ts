/** Deletes the cookies and storage keys of trackers without consent. */
import type { ConfiguredTracker } from "@/api/types";

type TrackerName = ConfiguredTracker["name"];

/** Names of each tracker's cookies and storage keys. */
const NAMES: Record<TrackerName, RegExp> = {
  google_analytics: /^_(ga|gid|gat|gcl)/,
  hotjar: /^_?hj/,
  facebook_pixel: /^(_fb[pc]|lastExternalReferrer|multiFbc)/,
};

/** Deletes the storage keys, and the cookies that scripts can read, of all trackers except the `agreed` ones. */
export function deleteTracesOfOthers(agreed: readonly TrackerName[]): void {
  const others = (Object.keys(NAMES) as TrackerName[]).filter((name) => !agreed.includes(name));
  const isTrace = (key: string) => others.some((name) => NAMES[name].test(key));
  for (const part of document.cookie.split(";")) {
    const name = part.split("=")[0]?.trim() ?? "";
    if (isTrace(name)) deleteCookie(name);
  }
  for (const find of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = find();
      for (const key of Object.keys(storage)) if (isTrace(key)) storage.removeItem(key);
    } catch {
      // Blocked.
    }
  }
}

/** Deletes a cookie for this host and for each of its parent domains, because scripts can't read a cookie's domain. */
function deleteCookie(name: string): void {
  const expired = `${name}=; path=/; max-age=0`;
  document.cookie = expired;
  const labels = location.hostname.split(".");
  for (let first = 0; first < labels.length - 1; first++) {
    document.cookie = `${expired}; domain=${labels.slice(first).join(".")}`;
  }
}
