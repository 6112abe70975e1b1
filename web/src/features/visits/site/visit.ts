/** Measures a visit without cookies. Loaded when the page is idle, so it has no part in the first load. */
import { tab, VISIT_SOURCE_KEY } from "@/lib/storage";

export function recordVisit(): void {
  if (isExcluded()) return;
  if (!tab.read(VISIT_SOURCE_KEY)) tab.write(VISIT_SOURCE_KEY, JSON.stringify(findSource()));
}

/** Returns whether the visitor objects to measurement, or is signed in as staff. */
function isExcluded(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return (
    doNotTrack === "1" ||
    !!globalPrivacyControl ||
    /admin|editor/.test(document.documentElement.dataset["role"] ?? "")
  );
}

/** Returns how the visit began, with the field names of a contact. */
function findSource() {
  const query = new URLSearchParams(location.search);
  const { host } = new URL(document.referrer || location.href);
  return {
    source_page: location.pathname,
    source_referrer: host === location.host ? undefined : host,
    utm_source: query.get("utm_source") ?? undefined,
    utm_medium: query.get("utm_medium") ?? undefined,
    utm_campaign: query.get("utm_campaign") ?? undefined,
  };
}
