/** The value of a link field: a typed address, or a record of the site, whose current address the link follows. */
import { LINK_TARGET_LABELS } from "@/api/labels";
import type { LinkTarget } from "@/api/types";

export interface LinkValue {
  /** The typed address, or the current address of `target`. */
  url: string;
  target: LinkTarget | null;
}

export const NOWHERE: LinkValue = { url: "", target: null };

/**
 * Wraps a value as a change event for react-hook-form. Its `onChange` would treat the value itself as an event, because the
 * value has the property `target`.
 */
export function asEvent(value: LinkValue): { target: { value: LinkValue } } {
  return { target: { value } };
}

/** Converts a link to the server's input: its target or, if it has none, its address. */
export function linkInput({ url, target }: LinkValue): { url: string } | { target: LinkTarget } {
  return target ? { target } : { url };
}

export function isEmpty({ url, target }: LinkValue): boolean {
  return target === null && url.trim() === "";
}

/** Returns the path and query of a typed address on this site; empty for other addresses and for records of the site. */
export function ownAddress({ url, target }: LinkValue, origin: string): string {
  const typed = url.trim();
  const address = typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
  return target === null && address.startsWith("/") ? (address.split("#")[0] ?? "") : "";
}

export function isSame(one: LinkTarget | null, other: LinkTarget | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}

export function kindLabel({ kind }: LinkTarget): string {
  return LINK_TARGET_LABELS[kind];
}

/** Returns a text that identifies a link. The address doesn't suffice: services on the same page have the same address. */
export function linkKey({ url, target }: LinkValue): string {
  return target ? `${target.kind} ${target.id}` : url;
}

/** Returns the link as readable text. */
export function linkText({ url, target }: LinkValue): string {
  return target ? `${url} (${kindLabel(target).toLowerCase()} do site)` : url;
}
