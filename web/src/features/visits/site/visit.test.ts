import { beforeEach, expect, it, vi } from "vitest";

import { announcePage } from "@/lib/page-shown";

/** Beacons sent, in order. */
let sent: object[] = [];
let controller = new AbortController();

class NoObserver {
  static readonly supportedEntryTypes = ["layout-shift"];
  observe = vi.fn();
  takeRecords = () => [];
}

const stored = () => JSON.parse(sessionStorage.getItem("visit_source") ?? "null") as object | null;

/** Opens a page. The script is loaded again, so its state is empty. */
async function openPage(address: string, referrer = "", isMissing = false): Promise<void> {
  history.replaceState(null, "", address);
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  vi.resetModules();
  const { recordVisit } = await import("./visit");
  recordVisit(isMissing);
  await Promise.resolve();
}

/** Changes whether the page is visible. */
function setHidden(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

function click(href: string): void {
  const link = document.body.appendChild(document.createElement("a"));
  link.href = href;
  link.addEventListener("click", (event) => event.preventDefault());
  link.appendChild(document.createElement("span")).click();
}

beforeEach(() => {
  sent = [];
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  // Removes the listeners of the previous test.
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const listen = window.addEventListener.bind(window);
  vi.spyOn(globalThis, "addEventListener").mockImplementation(
    (type: string, listener: unknown, capture: unknown) =>
      listen(type, listener as EventListener, { capture: capture === true, signal }),
  );
  vi.stubGlobal("PerformanceObserver", NoObserver);
  vi.stubGlobal(
    "Blob",
    class {
      constructor(readonly parts: string[]) {}
    },
  );
  navigator.sendBeacon = (_: string | URL, body?: BodyInit | null) => {
    sent.push(JSON.parse((body as unknown as { parts: string[] }).parts[0] ?? "") as object);
    return true;
  };
  delete document.documentElement.dataset["role"];
});

it("source of a visit is stored once, and each view sends its own", async () => {
  await openPage("/blog?utm_source=boletim&utm_campaign=7&q=ana", "https://www.google.com/search?q=ana");
  const campaign = { utm_source: "boletim", utm_campaign: "7" };
  const source = { source_page: "/blog", source_referrer: "www.google.com", ...campaign };
  expect(stored()).toEqual(source);
  await openPage("/contato?utm_source=outra", `${location.origin}/blog`);
  expect(stored()).toEqual(source);
  expect(sent).toEqual([
    { kind: "view", page: "/blog", referrer: "www.google.com", ...campaign },
    { kind: "view", page: "/contato", utm_source: "outra" },
  ]);
});

it("click on the site's link to WhatsApp counts, and adds the campaign of the visit", async () => {
  await openPage("/servicos?utm_campaign=natal", "");
  await openPage("/contato", `${location.origin}/servicos`);
  click("/w/7");
  expect([...document.links].at(-1)?.href).toMatch(/\/w\/7\?utm_campaign=natal$/);
  setHidden(true);
  expect(sent.at(-1)).toMatchObject({ kind: "leave", whatsapp: 1 });
});

it("direct visit sends an empty referrer, and a missing page has its own kind", async () => {
  await openPage("/nada", "", true);
  expect(stored()).toEqual({ source_page: "/nada" });
  expect(sent).toEqual([{ kind: "missing", page: "/nada", referrer: "" }]);
});

it("web vitals are sent once, and clicks whenever the page is hidden after them", async () => {
  await openPage("/contato");
  click("https://wa.me/5511?text=oi");
  click("tel:+551140000000");
  click("https://wa.me.example/");
  setHidden(true);
  setHidden(false);
  setHidden(true);
  click("https://wa.me/5511");
  setHidden(true);
  expect(sent.slice(1)).toEqual([
    { kind: "leave", page: "/contato", cls: 0, whatsapp: 1, phone: 1 },
    { kind: "leave", page: "/contato", whatsapp: 1, phone: 0 },
  ]);
});

it("leaving a page is reported once, and a restored page reports its view and clicks", async () => {
  await openPage("/contato");
  dispatchEvent(new Event("pagehide"));
  setHidden(true);
  setHidden(false);
  const { recordVisit } = await import("./visit");
  recordVisit(false);
  click("tel:+551140000000");
  dispatchEvent(new Event("pagehide"));
  expect(sent.slice(1)).toEqual([
    { kind: "leave", page: "/contato", cls: 0, whatsapp: 0, phone: 0 },
    { kind: "view", page: "/contato", referrer: "" },
    { kind: "leave", page: "/contato", whatsapp: 0, phone: 1 },
  ]);
});

it("page that replaces another one is a view from this site, after the clicks on the other one", async () => {
  await openPage("/blog", "https://www.google.com/");
  click("tel:+551140000000");
  history.pushState(null, "", "/blog/categoria/backup");
  announcePage();
  click("https://wa.me/5511");
  setHidden(true);
  expect(sent).toEqual([
    { kind: "view", page: "/blog", referrer: "www.google.com" },
    { kind: "leave", page: "/blog", cls: 0, whatsapp: 0, phone: 1 },
    { kind: "view", page: "/blog/categoria/backup" },
    { kind: "leave", page: "/blog/categoria/backup", whatsapp: 1, phone: 0 },
  ]);
});

it("page that was loaded in the background sends no web vitals", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await openPage("/contato");
  setHidden(true);
  expect(sent.slice(1)).toEqual([{ kind: "leave", page: "/contato", whatsapp: 0, phone: 0 }]);
});

it.each([
  ["Do Not Track", { doNotTrack: "1" }, ""],
  ["Global Privacy Control", { globalPrivacyControl: true }, ""],
  ["a signed-in administrator", {}, "admin"],
  ["a signed-in editor", {}, "editor"],
  ["a signed-in writer", {}, "writer"],
])("nothing is stored or sent with %s", async (_, signals, role) => {
  vi.stubGlobal("navigator", { ...signals, sendBeacon: () => sent.push({}) });
  document.documentElement.dataset["role"] = role;
  await openPage("/");
  click("tel:+551140000000");
  setHidden(true);
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toBeNull();
  expect(sent).toEqual([]);
});
