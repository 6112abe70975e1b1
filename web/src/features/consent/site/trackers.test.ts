/** The loaders of trackers leave behind what the snippets of the services do, which run beside them here. */
import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ConfiguredTracker } from "@/api/types";

type TrackerName = ConfiguredTracker["name"];

const GLOBALS = ["dataLayer", "gtag", "fbq", "_fbq", "hj", "_hjSettings"] as const;
const page = window as unknown as Record<string, unknown>;

interface Snippet {
  id: string;
  /** The inline code that the service documents, with the documented options that this site sets. */
  code: string;
  /** The address of a script element beside the code. */
  src?: string;
  /** The function that sends calls to the service. */
  call: (typeof GLOBALS)[number];
}

const SNIPPETS: Record<TrackerName, Snippet> = {
  // https://developers.google.com/tag-platform/gtagjs, with the calls of
  // https://developers.google.com/tag-platform/security/guides/consent before them.
  google_analytics: {
    id: "G-ABCDEF1234",
    src: "https://www.googletagmanager.com/gtag/js?id=G-ABCDEF1234",
    call: "gtag",
    code: `
      window.dataLayer = window.dataLayer || [];
      function gtag(){dataLayer.push(arguments);}
      gtag('consent', 'default', {
        'ad_storage': 'denied',
        'ad_user_data': 'denied',
        'ad_personalization': 'denied',
        'analytics_storage': 'denied'
      });
      gtag('consent', 'update', {'analytics_storage': 'granted'});
      gtag('js', new Date());
      gtag('config', 'G-ABCDEF1234', {
        'allow_google_signals': false, 'allow_ad_personalization_signals': false
      });`,
  },
  // https://developers.facebook.com/docs/meta-pixel/get-started, with 'autoConfig' of
  // https://developers.facebook.com/docs/meta-pixel/advanced.
  facebook_pixel: {
    id: "1234567890",
    call: "fbq",
    code: `
      !function(f,b,e,v,n,t,s)
      {if(f.fbq)return;n=f.fbq=function(){n.callMethod?
      n.callMethod.apply(n,arguments):n.queue.push(arguments)};
      if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';
      n.queue=[];t=b.createElement(e);t.async=!0;
      t.src=v;s=b.getElementsByTagName(e)[0];
      s.parentNode.insertBefore(t,s)}(window, document,'script',
      'https://connect.facebook.net/en_US/fbevents.js');
      fbq('set', 'autoConfig', false, '1234567890');
      fbq('init', '1234567890');
      fbq('track', 'PageView');`,
  },
  // The tracking code of Hotjar's settings.
  hotjar: {
    id: "1234567",
    call: "hj",
    code: `
      (function(h,o,t,j,a,r){
        h.hj=h.hj||function(){(h.hj.q=h.hj.q||[]).push(arguments)};
        h._hjSettings={hjid:1234567,hjsv:6};
        a=o.getElementsByTagName('head')[0];
        r=o.createElement('script');r.async=1;
        r.src=t+h._hjSettings.hjid+j+h._hjSettings.hjsv;
        a.appendChild(r);
      })(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=');`,
  },
};
const NAMES = Object.keys(SNIPPETS) as TrackerName[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z"), toFake: ["Date"] });
  // Meta's code inserts its script before the first one.
  document.head.append(document.createElement("script"));
});

afterEach(() => {
  vi.useRealTimers();
  removeTraces();
});

function removeTraces() {
  for (const name of GLOBALS) Reflect.deleteProperty(page, name);
  for (const script of document.querySelectorAll("script[src]")) script.remove();
}

function runSnippet({ code, src }: Snippet) {
  if (src) {
    const script = document.createElement("script");
    script.async = true;
    script.src = src;
    document.head.append(script);
  }
  // A function that global code declares can't be deleted, but one in a property can.
  runInThisContext(code.replace(/function gtag\(\)(\{.*?\})/, "globalThis.gtag = function()$1"));
}

async function runLoader(name: TrackerName) {
  vi.resetModules();
  const { loadTrackers } = await import("./trackers");
  loadTrackers([{ name, id: SNIPPETS[name].id } as ConfiguredTracker]);
}

/** Returns a comparable copy of a value: what a function has as properties, and whether a list is one of arguments. */
function copyOf(value: unknown, seen: readonly unknown[] = []): unknown {
  if (seen.includes(value)) return "itself";
  const inner = (part: unknown) => copyOf(part, [...seen, value]);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(inner);
  if (Object.prototype.toString.call(value) === "[object Arguments]")
    return { arguments: Array.from(value as ArrayLike<unknown>, inner) };
  if (typeof value !== "function" && (typeof value !== "object" || value === null)) return value;
  const properties = Object.entries(value).map(([key, part]) => [key, inner(part)]);
  return { type: typeof value, ...Object.fromEntries(properties) } as object;
}

/** Returns what a snippet has left behind: globals and script elements. */
function traces() {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return {
    globals: Object.fromEntries(GLOBALS.map((name) => [name, copyOf(page[name])])),
    isOneFunction: page["fbq"] === page["_fbq"],
    scripts: scripts.map(({ src, async, type }) => ({ src, async, type })),
  };
}

/** Calls the service as a page does, before and after its script has run. Returns what the script received. */
function callService({ call }: Snippet) {
  const send = page[call] as ((...args: unknown[]) => void) & Record<string, unknown>;
  send("event", "antes", { n: 1 });
  const before = traces();
  const received: unknown[] = [];
  if (call === "fbq") {
    // Meta's script takes the queue, and then gets the calls itself.
    send["queue"] = [];
    send("track", "fila");
    received.push(copyOf(send["queue"]));
    send["callMethod"] = function (this: unknown, ...args: unknown[]) {
      received.push([this === send, args]);
    };
    send("track", "depois");
  }
  return { before, received };
}

it.each(NAMES)("loader of %s leaves behind the same as the service's snippet", async (name) => {
  const snippet = SNIPPETS[name];
  const run = async (start: () => void | Promise<void>) => {
    await start();
    const left = traces();
    const called = callService(snippet);
    removeTraces();
    return { left, called };
  };
  const documented = await run(() => runSnippet(snippet));
  expect(documented.left.scripts).toHaveLength(1);
  expect(documented.left.globals[snippet.call]).toBeDefined();
  expect(await run(() => runLoader(name))).toEqual(documented);
});
