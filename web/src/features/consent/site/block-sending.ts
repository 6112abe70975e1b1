/** Stops trackers that already run from sending. */

let isBlocked = false;

/**
 * Blocks requests to other hosts until the page is unloaded, and while it is. The policy in the page restricts that of the
 * server further, and scripts can't remove it. It doesn't apply to open connections, so sockets get a `send` without effect.
 */
export function blockSending(): void {
  if (isBlocked) return;
  isBlocked = true;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "default-src 'self' data:";
  document.head.append(policy);
  WebSocket.prototype.send = () => undefined;
}
