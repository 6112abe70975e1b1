import { useEffect, useSyncExternalStore } from "react";

const changed = new EventTarget();

/** The company's name, as the server put it into the shell document. */
export function readBrand(): string {
  return brandElement()?.content || "Vitrine";
}

/** The company has another name now. */
export function setBrand(name: string): void {
  const element = brandElement();
  if (element) element.content = name;
  changed.dispatchEvent(new Event("change"));
}

/** The company's name, today's. */
export function useBrand(): string {
  return useSyncExternalStore(subscribe, readBrand);
}

/** Names the browser tab after the screen. */
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
