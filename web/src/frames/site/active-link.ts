/**
 * Returns the value of `aria-current` for a menu entry: "page" if `url` is the page at `path`, "true" if it is a page above that.
 * `/` doesn't count as above other pages.
 */
export function ariaCurrent(url: string, path: string): "page" | "true" | undefined {
  if (path === "") return undefined;
  const here = trimmed(path);
  const target = trimmed(url);
  if (target === here) return "page";
  return target !== "" && here.startsWith(`${target}/`) ? "true" : undefined;
}

const trimmed = (path: string) => path.replace(/[?#].*$/, "").replace(/\/+$/, "");
