import { ChevronDown } from "lucide-react";

import type { MenuLink } from "@/api/types";
import { ariaCurrent } from "./active-link";

interface DesktopMenuProps {
  label: string;
  menu: MenuLink[];
  path: string;
}

const entry =
  "menu-entry flex h-17 items-center gap-1 px-3 font-medium text-muted hover:text-ink aria-[current]:text-ink";

export function DesktopMenu({ label, menu, path }: DesktopMenuProps) {
  return (
    <nav aria-label={label} className="hidden lg:block print:hidden">
      <ul className="flex items-center">
        {menu.map((link, index) => (
          <li key={index}>
            {link.children.length > 0 ? (
              <Dropdown link={link} path={path} />
            ) : (
              <a href={link.url} aria-current={ariaCurrent(link.url, path)} className={entry}>
                {link.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Dropdown({ link, path }: { link: MenuLink; path: string }) {
  return (
    <details data-menu="hover" className="group relative">
      <summary aria-current={ariaCurrent(link.url, path) && "true"} className={`list-none ${entry}`}>
        {link.label}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="border-line bg-surface shadow-high absolute top-full left-0 w-72 rounded-lg border p-2">
        {link.children.map((child, index) => (
          <li key={index}>
            <a
              href={child.url}
              aria-current={child.url === path ? "page" : undefined}
              className="hover:bg-sunken aria-[current]:bg-accent-soft block rounded-md px-3 py-2.5 font-medium"
            >
              {child.label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
