/** Notifications on this device: the browser's subscription, and the devices that the server knows. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { PushDevice } from "@/api/types";

const WORKER = "/admin/worker.js";
const SCOPE = "/admin/";

/** Whether notifications can be turned on here. `home_screen`: only after the panel was added to the home screen. */
export type PushSupport = "supported" | "unsupported" | "home_screen";

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy("vitrine-worker", { createScriptURL: (url) => url });

export function pushSupport(): PushSupport {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "supported";
  // An iPad says that it is a Mac.
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || navigator.maxTouchPoints > 2;
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  return isApple && /Safari/.test(navigator.userAgent) && !isInstalled ? "home_screen" : "unsupported";
}

const KEY = ["push"];

/** Query of the devices of the user, of which `own` is this one. */
export const pushDevices = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    const { public_key, devices } = await body(api.GET("/api/push", { signal }));
    return { public_key, devices, own: await ownDevice(devices) };
  },
});

async function subscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== "supported") return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function ownDevice(devices: readonly PushDevice[]): Promise<PushDevice | null> {
  const own = await subscription();
  if (!own) return null;
  const hash = await sha256(own.endpoint);
  return devices.find(({ endpoint_hash }) => endpoint_hash === hash) ?? null;
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks for permission and turns notifications on. Returns false if the user or the browser refuses. */
export async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const url = policy ? policy.createScriptURL(WORKER) : WORKER;
  const registration = await navigator.serviceWorker.register(url, { scope: SCOPE });
  await activated(registration);
  // A subscription to an earlier key of the server can't be used.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const own = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await store(own);
  return true;
}

async function activated({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (!worker) return;
  await new Promise<void>((resolve) => {
    const check = () => worker.state === "activated" && resolve();
    worker.addEventListener("statechange", check);
    check();
  });
}

async function store(own: PushSubscription): Promise<void> {
  const { endpoint, keys } = own.toJSON();
  const input = { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
  await body(api.POST("/api/push/subscriptions", { body: input }));
}

/** Turns notifications off on a device. */
export async function turnOff(id: string, isOwn: boolean): Promise<void> {
  if (isOwn) await (await subscription())?.unsubscribe();
  await body(api.DELETE("/api/push/subscriptions/{id}", { params: { path: { id } } }));
}

/** Ties the notifications of this device to the present session. Ends them if the server has ended them. */
export async function keepPush(): Promise<void> {
  const own = await subscription();
  if (!own) return;
  const { devices } = await body(api.GET("/api/push"));
  const isKnown = await ownDevice(devices);
  await (isKnown ? store(own) : own.unsubscribe());
}

/** Calls `open` with the path of a notification that the user clicks while the panel is open. */
export function onNotificationClick(open: (path: string) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const listen = ({ data }: MessageEvent<{ path?: unknown } | null>) => {
    if (typeof data?.path === "string" && data.path.startsWith(SCOPE)) open(data.path);
  };
  navigator.serviceWorker.addEventListener("message", listen);
  return () => navigator.serviceWorker.removeEventListener("message", listen);
}
