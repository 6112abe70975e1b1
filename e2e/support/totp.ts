/** Codes of an authenticator app as in RFC 6238. */
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/**
 * Returns the code that an app with this key shows now, or `later` intervals later. The server accepts each code once, and the
 * next one early.
 */
export function totp(key: string, later = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const digest = createHmac("sha1", decode(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function decode(key: string): Buffer {
  const bits = [...key.replaceAll(" ", "")]
    .map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
