/** Returns whether `url`, of a menu entry, is the page at `path`, a page above it, or another one. `/` is above no page. */
function linkState(url: string, path: string): "here" | "above" | "elsewhere" {
  if (path === "") return "elsewhere";
  const here = trimmed(path);
  const target = trimmed(url);
  if (target === here) return "here";
  return target !== "" && here.startsWith(`${target}/`) ? "above" : "elsewhere";
}

/** Returns the value of `aria-current` for a menu entry. */
export function ariaCurrent(url: string, path: string): "page" | "true" | undefined {
  const state = linkState(url, path);
  if (state === "elsewhere") return undefined;
  return state === "here" ? "page" : "true";
}

const trimmed = (path: string) => path.replace(/[?#].*$/, "").replace(/\/+$/, "");
