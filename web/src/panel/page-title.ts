import { useEffect, useSyncExternalStore } from "react";

const changed = new EventTarget();

/** Returns the company's name from the panel's document. */
export function readBrand(): string {
  return brandElement()?.content || "Vitrine";
}

/** Shows another company name. */
export function setBrand(name: string): void {
  const element = brandElement();
  if (element) element.content = name;
  changed.dispatchEvent(new Event("change"));
}

/** Returns the current company name. */
export function useBrand(): string {
  return useSyncExternalStore(subscribe, readBrand);
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${title} · ${brand} - Painel Admin`;
  }, [title, brand]);
}

function brandElement(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="brand"]');
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
