/** Where a link leads, while somebody edits it: to something of the site, which it follows, or to what is typed. */
import type { LinkTarget } from "@/api/types";

export interface LinkValue {
  url: string;
  target: LinkTarget | null;
}

export const NOWHERE: LinkValue = { url: "", target: null };

/** For a form's field, which takes a value that has a target for an event. */
export function asEvent(value: LinkValue): { target: { value: LinkValue } } {
  return { target: { value } };
}

/** As the server takes it. */
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

/** Two services of one page have the same address. */
export function linkKey({ url, target }: LinkValue): string {
  return target ? `${target.kind} ${target.id}` : url;
}

/** As a person reads it. */
export function linkText({ url, target }: LinkValue): string {
  return target ? `${url} (${kindLabel(target).toLowerCase()} do site)` : url;
}
