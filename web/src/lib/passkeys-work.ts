/** Apart from what makes passkeys, which most visitors never need: pages ask this before they offer any. */

/** They need a name for the site, a safe connection, and a browser that knows them. */
export function passkeysWork(): boolean {
  const hasName = !/^[\d.]+$|:/.test(location.hostname);
  return hasName && window.isSecureContext && "PublicKeyCredential" in window;
}
