/**
 * Measures a visit without cookies. The page loads this module when it is idle, so that the first load isn't slower. One
 * beacon reports the view. Another one, when the page is hidden or replaced, reports clicks on links to WhatsApp and phone
 * numbers, and the Core Web Vitals, which are final only then.
 */
import { onPageReplaced } from "@/lib/page-shown";
import { tab, VISIT_SOURCE_KEY } from "@/lib/storage";
import { observeVitals } from "./vitals";

const clicks = { whatsapp: 0, phone: 0 };
let readVitals: (() => object) | undefined;
/** This site's link to WhatsApp, without the number of the page. */
const OWN_WHATSAPP = `${location.origin}/w/`;
/** Path of the page that is shown. */
let page: string;
/** Whether the document showed another page of this site before. */
let isReplaced = false;

/** Reports a view of the page. Called again when the browser restores the page from history. */
export function recordVisit(isMissing: boolean): void {
  if (isExcluded()) return;
  page = location.pathname;
  const { source_referrer: host, ...campaign } = findSource();
  const source = { source_page: page, source_referrer: host || undefined, ...campaign };
  if (!tab.read(VISIT_SOURCE_KEY)) tab.write(VISIT_SOURCE_KEY, JSON.stringify(source));
  send({ kind: isMissing ? "missing" : "view", page, referrer: host, ...campaign });
  if (readVitals) return;
  // The values of a page that was loaded in the background are meaningless.
  readVitals = document.hidden ? () => ({}) : observeVitals();
  addEventListener("click", countClick, true);
  addEventListener("visibilitychange", () => document.hidden && leave());
  addEventListener("pagehide", leave);
  onPageReplaced(() => {
    leave();
    isReplaced = true;
    recordVisit(false);
  });
}

/** Returns whether the visitor objects to measurement, or is signed in as staff. */
function isExcluded(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const { role = "" } = document.documentElement.dataset;
  return doNotTrack === "1" || !!globalPrivacyControl || !["", "user"].includes(role);
}

/**
 * Returns the referrer and the campaign of the view, in the fields of a contact. The referrer is the host of another site;
 * empty for a direct visit, and undefined if the visitor came from a page of this site.
 */
function findSource() {
  const query = new URLSearchParams(location.search);
  const utm = (name: string) => query.get(`utm_${name}`) ?? undefined;
  const host = document.referrer && new URL(document.referrer).hostname;
  return {
    source_referrer: isReplaced || host === location.hostname ? undefined : host,
    utm_source: utm("source"),
    utm_medium: utm("medium"),
    utm_campaign: utm("campaign"),
  };
}

function countClick({ target }: Event): void {
  const link = target instanceof Element && target.closest("a");
  if (!link) return;
  const { href } = link;
  if (href.startsWith("tel:")) clicks.phone++;
  if (href.startsWith(OWN_WHATSAPP)) addCampaign(link);
  if (href.startsWith(OWN_WHATSAPP) || /^https:\/\/(wa\.me|api\.whatsapp\.com)\//.test(href))
    clicks.whatsapp++;
}

/** Adds the campaign of the visit to this site's link to WhatsApp, whose code then has it. */
function addCampaign(link: HTMLAnchorElement): void {
  if (isExcluded()) return;
  const source = tab.readJson(VISIT_SOURCE_KEY) as { utm_campaign?: string } | null | undefined;
  const { utm_campaign } = source ?? {};
  if (utm_campaign) link.search = new URLSearchParams({ utm_campaign }).toString();
}

let areVitalsSent = false;

/** Reports clicks since the last report, and the Core Web Vitals the first time. */
function leave(): void {
  if (areVitalsSent && !clicks.whatsapp && !clicks.phone) return;
  const vitals = areVitalsSent ? {} : readVitals?.();
  areVitalsSent = true;
  send({ kind: "leave", page, ...vitals, ...clicks });
  clicks.whatsapp = clicks.phone = 0;
}

function send(beacon: object): void {
  if (isExcluded()) return;
  navigator.sendBeacon("/api/visits", new Blob([JSON.stringify(beacon)], { type: "application/json" }));
}
