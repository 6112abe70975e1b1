import { useEffect } from "react";

/** The company's name, as the server put it into the shell document. */
export function readBrand(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content || "Vitrine";
}

/** Names the browser tab after the screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${readBrand()} - Painel Admin`;
  }, [title]);
}
