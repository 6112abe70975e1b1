/**
 * Measures a visit without cookies. Loaded when the page is idle, so it has no part in the first load. A beacon reports the
 * view; another one reports Core Web Vitals when the page is hidden, because only then they are final, and clicks on links to
 * WhatsApp and phone numbers.
 */
import { tab, VISIT_SOURCE_KEY } from "@/lib/storage";
import { observeVitals } from "./vitals";

const clicks = { whatsapp: 0, phone: 0 };
let readVitals: (() => object) | undefined;

/** Reports a view of the page. Called again when the browser restores the page from history. */
export function recordVisit(isMissing: boolean): void {
  if (isExcluded()) return;
  const { source_page: page, source_referrer: host, ...campaign } = findSource();
  const source = { source_page: page, source_referrer: host || undefined, ...campaign };
  if (!tab.read(VISIT_SOURCE_KEY)) tab.write(VISIT_SOURCE_KEY, JSON.stringify(source));
  send({ kind: isMissing ? "missing" : "view", page, referrer: host, ...campaign });
  if (readVitals) return;
  // A page that was loaded in the background has no meaningful values.
  readVitals = document.hidden ? () => ({}) : observeVitals();
  addEventListener("click", countClick, true);
  addEventListener("visibilitychange", () => document.hidden && leave());
  addEventListener("pagehide", leave);
}

/** Returns whether the visitor objects to measurement, or is signed in as staff. */
function isExcluded(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const { role = "" } = document.documentElement.dataset;
  return doNotTrack === "1" || !!globalPrivacyControl || /admin|editor/.test(role);
}

/**
 * Returns how the view began, with the field names of a contact. The referrer is empty if the visitor came directly, and
 * missing within the site.
 */
function findSource() {
  const query = new URLSearchParams(location.search);
  const utm = (name: string) => query.get(`utm_${name}`) ?? undefined;
  const host = document.referrer && new URL(document.referrer).host;
  return {
    source_page: location.pathname,
    source_referrer: host === location.host ? undefined : host,
    utm_source: utm("source"),
    utm_medium: utm("medium"),
    utm_campaign: utm("campaign"),
  };
}

function countClick({ target }: Event): void {
  const href = (target instanceof Element && target.closest("a")?.href) || "";
  if (href.startsWith("tel:")) clicks.phone++;
  if (/^https:\/\/(wa\.me|api\.whatsapp\.com)\//.test(href)) clicks.whatsapp++;
}

let areVitalsSent = false;

function leave(): void {
  if (areVitalsSent && !clicks.whatsapp && !clicks.phone) return;
  const vitals = areVitalsSent ? {} : readVitals?.();
  areVitalsSent = true;
  send({ kind: "leave", page: location.pathname, ...vitals, ...clicks });
  clicks.whatsapp = clicks.phone = 0;
}

function send(beacon: object): void {
  if (isExcluded()) return;
  navigator.sendBeacon("/api/visits", new Blob([JSON.stringify(beacon)], { type: "application/json" }));
}
