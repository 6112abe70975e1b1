/**
 * Passkeys in the browser. Options come from the server as JSON, with bytes in base64url, and answers go back the same
 * way. Done by hand: `parseCreationOptionsFromJSON` and `toJSON` are missing from older browsers, and from what some
 * password managers put in the browser's place.
 */
import { passkeysWork } from "./passkeys-work";

/** Can they be offered among what the browser fills in? */
export async function canAutofill(): Promise<boolean> {
  const asks = passkeysWork() && "isConditionalMediationAvailable" in PublicKeyCredential;
  return asks && (await PublicKeyCredential.isConditionalMediationAvailable());
}

/** The person thought better of it, took too long, or has no passkey for this site. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && ["AbortError", "NotAllowedError"].includes(error.name);
}

/** This device has one for the account already. */
export function isKnown(error: unknown): boolean {
  return error instanceof DOMException && error.name === "InvalidStateError";
}

/** Makes a passkey and returns what the server has to know of it. */
export async function makePasskey(asked: object): Promise<object> {
  const options = asked as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(withBytes) ?? [],
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...common(credential),
    response: {
      attestationObject: text(response.attestationObject),
      clientDataJSON: text(response.clientDataJSON),
      transports: "getTransports" in response ? response.getTransports() : [],
    },
  };
}

/** Finds a passkey that answers the server, by asking whoever sits there or, with `autofill`, by waiting until one is
 * picked in a form. */
export async function findPasskey(
  asked: object,
  { autofill = false, signal }: { autofill?: boolean; signal?: AbortSignal } = {},
): Promise<object> {
  const options = asked as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: options.allowCredentials?.map(withBytes) ?? [],
  } as unknown as PublicKeyCredentialRequestOptions;
  const request: CredentialRequestOptions = { publicKey };
  if (autofill) request.mediation = "conditional";
  if (signal) request.signal = signal;
  const credential = (await navigator.credentials.get(request)) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...common(credential),
    response: {
      authenticatorData: text(response.authenticatorData),
      clientDataJSON: text(response.clientDataJSON),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

function common({ id, rawId, type }: PublicKeyCredential) {
  return { id, rawId: text(rawId), type, clientExtensionResults: {} };
}

const withBytes = (descriptor: PublicKeyCredentialDescriptorJSON) => ({
  ...descriptor,
  id: bytes(descriptor.id),
});

export function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

export function text(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
