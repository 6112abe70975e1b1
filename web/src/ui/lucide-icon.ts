/**
 * Draws Lucide's icons. Replaces Lucide's own component (see vite.config.ts), whose unused features are larger than all icons
 * of a page.
 */
import { type ComponentProps, createElement } from "react";

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

export function createLucideIcon({ node }: IconData) {
  // A page has up to a hundred icons, and their shapes are a quarter of its elements. As HTML, the server renders them in no time;
  // the browser can't, because its Trusted Types allow no HTML.
  const shapes = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(shapeHtml).join("") } }
    : { children: node.map(([tag, attributes], key) => createElement(tag, { ...attributes, key })) };
  return function LucideIcon({ className, ...props }: ComponentProps<"svg">) {
    return createElement("svg", {
      viewBox: "0 0 24 24",
      width: 24,
      height: 24,
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      "aria-hidden": true,
      className: className ? `lucide ${className}` : "lucide",
      ...shapes,
      ...props,
    });
  };
}

/** Returns a shape as HTML. Its attributes have no characters that must be escaped. */
function shapeHtml([tag, attributes]: IconData["node"][number]) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join("")}></${tag}>`;
}
