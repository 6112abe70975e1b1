/**
 * Passkeys in the browser. The server sends options as JSON with bytes in base64url, and expects credentials in the same
 * form. They are converted here, because `parseCreationOptionsFromJSON` and `toJSON` are missing from older browsers and
 * from the replacements that some password managers install.
 */
import { Failure } from "@/api/api-error";
import type { NewPasskey, PasskeyChallenge, PasskeyProof } from "@/api/types";
import { supportsPasskeys } from "./passkey-support";

type RequestChallenge = () => Promise<PasskeyChallenge>;

export interface FindOptions {
  /** Waits until the user picks a passkey in a form, instead of opening a dialog. */
  autofill?: boolean;
  signal?: AbortSignal;
}

/** Returns whether the browser can offer passkeys among the values that it fills in. */
export async function canAutofill(): Promise<boolean> {
  const isKnown = supportsPasskeys() && "isConditionalMediationAvailable" in PublicKeyCredential;
  return isKnown && (await PublicKeyCredential.isConditionalMediationAvailable());
}

/** Requests a challenge and answers it with a passkey of the user. Fails with `canceled` if the user picks none. */
export async function answerChallenge(
  requestChallenge: RequestChallenge,
  canceled: string,
  how?: FindOptions,
): Promise<PasskeyProof> {
  const { challenge, options } = await requestChallenge();
  try {
    const credential = (await findPasskey(options, how)) as PasskeyProof["credential"];
    return { challenge, credential };
  } catch (error) {
    throw isCanceled(error) ? new Failure(canceled) : error;
  }
}

/**
 * Requests a challenge and creates a passkey for it. Fails with `exists` if the device already has one for the account, and with
 * `canceled` if the user cancels.
 */
export async function createPasskey(
  requestChallenge: RequestChallenge,
  name: string,
  { canceled, exists }: { canceled: string; exists: string },
): Promise<NewPasskey> {
  const { challenge, options } = await requestChallenge();
  try {
    const credential = (await makePasskey(options)) as NewPasskey["credential"];
    return { challenge, name, credential };
  } catch (error) {
    if (isNamed(error, "InvalidStateError")) throw new Failure(exists);
    throw isCanceled(error) ? new Failure(canceled) : error;
  }
}

/** Returns whether the user canceled, took too long, or has no passkey for this site. */
const isCanceled = (error: unknown) => isNamed(error, "AbortError", "NotAllowedError");

const isNamed = (error: unknown, ...names: string[]) =>
  error instanceof DOMException && names.includes(error.name);

async function makePasskey(json: object): Promise<object> {
  const options = json as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(withBytes) ?? [],
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...commonFields(credential),
    response: {
      attestationObject: toBase64Url(response.attestationObject),
      clientDataJSON: toBase64Url(response.clientDataJSON),
      transports: "getTransports" in response ? response.getTransports() : [],
    },
  };
}

async function findPasskey(json: object, { autofill = false, signal }: FindOptions = {}): Promise<object> {
  const options = json as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: options.allowCredentials?.map(withBytes) ?? [],
  } as unknown as PublicKeyCredentialRequestOptions;
  const request: CredentialRequestOptions = { publicKey };
  if (autofill) request.mediation = "conditional";
  if (signal) request.signal = signal;
  const credential = (await navigator.credentials.get(request)) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...commonFields(credential),
    response: {
      authenticatorData: toBase64Url(response.authenticatorData),
      clientDataJSON: toBase64Url(response.clientDataJSON),
      signature: toBase64Url(response.signature),
      userHandle: response.userHandle ? toBase64Url(response.userHandle) : null,
    },
  };
}

function commonFields({ id, rawId, type }: PublicKeyCredential) {
  return { id, rawId: toBase64Url(rawId), type, clientExtensionResults: {} };
}

const withBytes = (descriptor: PublicKeyCredentialDescriptorJSON) => ({
  ...descriptor,
  id: toBytes(descriptor.id),
});

/** Decodes base64url. */
export function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Encodes bytes in base64url. */
export function toBase64Url(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
