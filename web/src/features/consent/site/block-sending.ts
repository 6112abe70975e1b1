/** Stops trackers that already run from sending. */

let isBlocked = false;

/**
 * Blocks requests to other hosts until the page is gone, also those made while it is unloaded. The policy applies in addition
 * to the server's, and scripts can't lift it. It doesn't close open sockets, so their `send` is replaced.
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
