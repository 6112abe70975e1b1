/**
 * Draws Lucide's icons. Replaces Lucide's own component (see vite.config.ts), whose unused features are larger than all icons
 * of a page.
 */
import { type ComponentProps, createElement } from "react";

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

export function createLucideIcon({ node }: IconData) {
  return function LucideIcon({ className, ...props }: ComponentProps<"svg">) {
    return createElement(
      "svg",
      {
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
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
