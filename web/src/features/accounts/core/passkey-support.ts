/** Support for passkeys. Separate from `passkeys.ts`, which is loaded only when a passkey is used. */

/** Returns whether passkeys work here: they need a host name, a secure connection and a browser that supports them. */
export function supportsPasskeys(): boolean {
  const hasName = !/^[\d.]+$|:/.test(location.hostname);
  return hasName && window.isSecureContext && "PublicKeyCredential" in window;
}
