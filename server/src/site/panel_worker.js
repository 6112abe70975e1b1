// The service worker of the panel. It only shows notifications: it has no cache and answers no request.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const note = event.data ? event.data.json() : { title: "Vitrine", body: "", path: "/admin/contacts", tag: "" };
  const options = {
    body: note.body,
    tag: note.tag,
    icon: "/icon-192.png",
    lang: "pt-BR",
    renotify: note.tag !== "",
    data: { path: note.path },
  };
  event.waitUntil(Promise.all([self.registration.showNotification(note.title, options), markIcon()]));
});

// Marks the icon of the installed panel, unless a visible window of the panel shows the number of new contacts there. A window
// shows the number again when the user returns to it.
async function markIcon() {
  if (!self.navigator.setAppBadge) return;
  const windows = await self.clients.matchAll({ type: "window" });
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  await self.navigator.setAppBadge().catch(() => undefined);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

// Opens a screen in a window of the panel, or in a new one. Only paths of the panel are opened.
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin || !url.pathname.startsWith("/admin/")) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const panel = windows.find((client) => new URL(client.url).pathname.startsWith("/admin"));
  if (!panel) return void (await self.clients.openWindow(url.href));
  await panel.focus();
  panel.postMessage({ path: url.pathname });
}
