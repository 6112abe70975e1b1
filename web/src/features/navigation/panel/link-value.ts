/** The value of a link's field: a record of the site, whose current address the link follows, or a typed address. */
import type { LinkTarget } from "@/api/types";

export interface LinkValue {
  /** The typed address, or the current address of `target`. */
  url: string;
  target: LinkTarget | null;
}

export const NOWHERE: LinkValue = { url: "", target: null };

/**
 * Wraps a value as an event for `onChange` of react-hook-form, which would mistake the value itself for one, because it has
 * a `target`.
 */
export function asEvent(value: LinkValue): { target: { value: LinkValue } } {
  return { target: { value } };
}

/** Returns the link as the server takes it. */
export function linkInput({ url, target }: LinkValue): { url: string } | { target: LinkTarget } {
  return target ? { target } : { url };
}

export function isEmpty({ url, target }: LinkValue): boolean {
  return target === null && url.trim() === "";
}

export function isSame(one: LinkTarget | null, other: LinkTarget | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}

const KINDS: Readonly<Record<LinkTarget["kind"], string>> = {
  page: "Página",
  service_page: "Página de serviços",
  service_section: "Seção",
  service: "Serviço",
  post: "Post",
};

export function kindLabel({ kind }: LinkTarget): string {
  return KINDS[kind];
}

/** Identifies a link. The address isn't enough: two services on one page have the same. */
export function linkKey({ url, target }: LinkValue): string {
  return target ? `${target.kind} ${target.id}` : url;
}

/** Returns the link as readable text. */
export function linkText({ url, target }: LinkValue): string {
  return target ? `${url} (${kindLabel(target).toLowerCase()} do site)` : url;
}
