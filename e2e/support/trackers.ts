/** Stand-ins for the services that pages load after consent. Like the real loaders, they add scripts, send beacons and set cookies. */
import type { BrowserContext } from "@playwright/test";
import type { Watch } from "./watch.ts";

export const IDS = {
  google_analytics: "G-AB12CD34EF",
  facebook_pixel: "1234567890123456",
  hotjar: "7654321",
};
export const NO_IDS = { google_analytics: "", facebook_pixel: "", hotjar: "" };

/** Adds a script as the services do: its address is a plain string, not a `TrustedScriptURL`. */
const ADD_SCRIPT = `const add = (src) => {
  const script = document.createElement("script");
  script.async = true;
  script.src = src;
  const first = document.getElementsByTagName("script")[0];
  first.parentNode.insertBefore(script, first);
};`;

const GOOGLE = `{
  ${ADD_SCRIPT}
  const calls = window.dataLayer
    .filter((call) => Object.prototype.toString.call(call) === "[object Arguments]")
    .map((call) => [...call]);
  const consent = {};
  for (const [name, , values] of calls) if (name === "consent") Object.assign(consent, values);
  const [, id] = calls.find(([name]) => name === "config");
  if (consent.analytics_storage === "granted") document.cookie = "_ga=GA1.1.1.2; path=/; max-age=9999";
  const state = Object.entries(consent).map(([name, value]) => name + "=" + value).sort().join("&");
  fetch("https://region1.google-analytics.com/g/collect?tid=" + id + "&" + state, { method: "POST", mode: "no-cors", keepalive: true });
  new Image().src = "https://www.googletagmanager.com/td?id=" + id;
  add("https://www.googletagmanager.com/gtag/destination?id=" + id);
}`;

const PIXEL = `{
  ${ADD_SCRIPT}
  let id = "";
  fbq.callMethod = (name, value) => {
    if (name === "init") id = value;
    if (name === "init") document.cookie = "_fbp=fb.0.1.2; path=/; max-age=9999";
    if (name === "init") localStorage.setItem("lastExternalReferrer", "empty");
    if (name === "init") add("https://connect.facebook.net/signals/config/" + id);
    const facts = "&ev=" + value + "&rl=" + encodeURIComponent(document.referrer);
    if (name === "track") new Image().src = "https://www.facebook.com/tr/?id=" + id + facts;
  };
  for (const call of fbq.queue) fbq(...call);
}`;

const HOTJAR = `{
  ${ADD_SCRIPT}
  add("https://script.hotjar.com/modules.js?site=" + window._hjSettings.hjid);
}`;

const HOTJAR_MODULES = `{
  const id = window._hjSettings.hjid;
  document.cookie = "_hjSessionUser_" + id + "=1; path=/; max-age=9999";
  localStorage.setItem("_hjUserAttributes", "1");
  const style = document.createElement("style");
  style.textContent = "#survey { color: rgb(1, 2, 3) }";
  const survey = document.createElement("div");
  survey.innerHTML = "<p id=survey>Pesquisa</p>";
  document.body.append(style, survey);
  if (getComputedStyle(survey.firstChild).color === "rgb(1, 2, 3)") {
    fetch("https://content.hotjar.io/?site_id=" + id, { method: "POST", mode: "no-cors" });
  }
}`;

/** Stand-ins for scripts, by host and path. Other scripts are empty. */
const SCRIPTS: Record<string, string> = {
  "www.googletagmanager.com/gtag/js": GOOGLE,
  "connect.facebook.net/en_US/fbevents.js": PIXEL,
  [`static.hotjar.com/c/hotjar-${IDS.hotjar}.js`]: HOTJAR,
  "script.hotjar.com/modules.js": HOTJAR_MODULES,
};

/** Requests that each service makes on a page. */
export const REQUESTS = {
  google_analytics: [
    `region1.google-analytics.com/g/collect?tid=${IDS.google_analytics}&ad_personalization=denied&ad_storage=denied&ad_user_data=denied&analytics_storage=granted`,
    `www.googletagmanager.com/gtag/destination?id=${IDS.google_analytics}`,
    `www.googletagmanager.com/gtag/js?id=${IDS.google_analytics}`,
    `www.googletagmanager.com/td?id=${IDS.google_analytics}`,
  ],
  facebook_pixel: [
    "connect.facebook.net/en_US/fbevents.js",
    `connect.facebook.net/signals/config/${IDS.facebook_pixel}`,
    `www.facebook.com/tr/?id=${IDS.facebook_pixel}&ev=PageView`,
  ],
  hotjar: [
    `content.hotjar.io/?site_id=${IDS.hotjar}`,
    `script.hotjar.com/modules.js?site=${IDS.hotjar}`,
    `static.hotjar.com/c/hotjar-${IDS.hotjar}.js?sv=6`,
  ],
};

/** Answers requests to the services and to other hosts. Returns a log of all requests to other hosts, without the scheme. */
export async function stubTrackers(context: BrowserContext, watch: Watch): Promise<string[]> {
  const hosts = Object.values(REQUESTS).flat();
  watch.allowHosts(hosts.map((request) => request.split("/")[0] ?? ""));
  const log: string[] = [];
  await context.route(
    (url) => url.hostname !== "127.0.0.1",
    (route) => {
      const url = new URL(route.request().url());
      log.push(url.href.slice("https://".length));
      const script = SCRIPTS[url.hostname + url.pathname];
      if (route.request().resourceType() !== "script") return route.fulfill({ status: 204 });
      return route.fulfill({ contentType: "text/javascript", body: script ?? "" });
    },
  );
  return log;
}
