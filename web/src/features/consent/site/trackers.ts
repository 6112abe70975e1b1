/**
 * Loads the trackers that a visitor has agreed to. Each loader does the same as the snippet of its service: it creates a
 * queue of calls and adds the service's script, which empties the queue.
 */
import type { ConfiguredTracker } from "@/api/types";

/** A function that stores its calls until the service's script has loaded. */
interface Queue {
  (...args: unknown[]): void;
  /** The stored calls, under the name that Hotjar's script expects. */
  q?: unknown[];
  /** The stored calls, under the name that Meta Pixel's script expects. It also expects the fields below. */
  queue?: unknown[];
  callMethod?: (...args: unknown[]) => void;
  push?: Queue;
  loaded?: boolean;
  version?: string;
}

interface TrackedWindow {
  dataLayer?: unknown[];
  gtag?: Queue;
  fbq?: Queue;
  _fbq?: Queue;
  hj?: Queue;
  _hjSettings?: { hjid: number; hjsv: number };
  trustedTypes?: { createPolicy: (name: string, rules: Rules) => unknown };
}

interface Rules {
  createScriptURL: (url: string) => string | null;
  createHTML: (html: string) => string | null;
}

/** The version of Hotjar's snippet. */
const HOTJAR_SNIPPET = 6;

const page = window as unknown as TrackedWindow;
const loaded = new Set<ConfiguredTracker["name"]>();
/** Hosts whose scripts the page may add. */
const hosts: RegExp[] = [];

const LOADERS: Record<ConfiguredTracker["name"], (id: string) => void> = {
  google_analytics: loadGoogleAnalytics,
  facebook_pixel: loadFacebookPixel,
  hotjar: loadHotjar,
};

/** Loads the trackers that aren't loaded yet. */
export function loadTrackers(trackers: readonly ConfiguredTracker[]): void {
  if (trackers.length > 0 && loaded.size === 0) {
    createDefaultPolicy();
    hideReferrerQuery();
  }
  for (const { name, id } of trackers) {
    if (!loaded.has(name)) LOADERS[name](id);
    loaded.add(name);
  }
}

/**
 * Creates the policy that decides about texts that become scripts (Trusted Types). Scripts come only from the hosts of the loaded
 * services. Hotjar's surveys are written as HTML; scripts in it don't run, because the Content Security Policy refuses them.
 */
function createDefaultPolicy(): void {
  page.trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => {
      const { protocol, hostname } = new URL(url, location.href);
      return protocol === "https:" && hosts.some((host) => host.test(hostname)) ? url : null;
    },
    createHTML: (html) => (loaded.has("hotjar") ? html : null),
  });
}

/** Removes the query from a referrer of this site, because it can contain what the visitor searched for. */
function hideReferrerQuery(): void {
  const { referrer } = document;
  if (!referrer.startsWith(`${location.origin}/`)) return;
  Object.defineProperty(document, "referrer", { value: referrer.split("?")[0], configurable: true });
}

/** Google Analytics 4 with Consent Mode: everything is denied by default, and only statistics are granted. */
function loadGoogleAnalytics(id: string): void {
  const dataLayer = (page.dataLayer ??= []);
  const gtag: Queue = (page.gtag = queue((call) => dataLayer.push(call)));
  gtag("consent", "default", {
    ad_storage: "denied",
    ad_user_data: "denied",
    ad_personalization: "denied",
    analytics_storage: "denied",
  });
  gtag("consent", "update", { analytics_storage: "granted" });
  gtag("js", new Date());
  gtag("config", id, { allow_google_signals: false, allow_ad_personalization_signals: false });
  addScript(/(^|\.)googletagmanager\.com$/, `https://www.googletagmanager.com/gtag/js?id=${id}`);
}

/** Meta Pixel, which reports the view of the page. `autoConfig` is off, so that it doesn't observe buttons and forms. */
function loadFacebookPixel(id: string): void {
  const fbq: Queue = queue((call) => {
    if (fbq.callMethod) fbq.callMethod(...call);
    else fbq.queue?.push(call);
  });
  Object.assign(fbq, { push: fbq, loaded: true, version: "2.0", queue: [] });
  page.fbq = page._fbq = fbq;
  fbq("set", "autoConfig", false, id);
  fbq("init", id);
  fbq("track", "PageView");
  addScript(/^connect\.facebook\.net$/, "https://connect.facebook.net/en_US/fbevents.js");
}

function loadHotjar(id: string): void {
  const hj: Queue = (page.hj = queue((call) => (hj.q ??= []).push(call)));
  page._hjSettings = { hjid: Number(id), hjsv: HOTJAR_SNIPPET };
  addScript(/(^|\.)hotjar\.com$/, `https://static.hotjar.com/c/hotjar-${id}.js?sv=${HOTJAR_SNIPPET}`);
}

/** Returns a function that passes its calls on as `arguments` objects. Google's script ignores calls of another type. */
function queue(add: (call: IArguments) => void): Queue {
  return function () {
    // eslint-disable-next-line prefer-rest-params
    add(arguments);
  };
}

/** Adds a service's script, and allows its host. */
function addScript(host: RegExp, url: string): void {
  hosts.push(host);
  const script = document.createElement("script");
  script.async = true;
  script.src = url;
  document.head.append(script);
}
