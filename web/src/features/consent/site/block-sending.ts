/** Ends what trackers that already run can send. */

let isBlocked = false;

/**
 * Makes the page's scripts send nothing to other hosts from now on, neither at once nor when the page is left. A second policy
 * in the page adds to that of the server and can't be removed. It doesn't apply to connections that are already open.
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
