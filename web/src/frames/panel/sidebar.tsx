import { CircleHelp, KeyRound, LogOut } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import { NavLink, useLocation } from "react-router";

import { ROLE_LABELS } from "@/api/labels";
import type { User } from "@/api/types";
import { OpenRequestsBadge } from "@/features/privacy_requests/panel/open-badge";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { ADMIN_MENU, MENU, permitted, type SidebarItem } from "./menu";
import { useSignOut } from "./use-sign-out";

interface SidebarProps {
  user: User;
  /** Whether the sidebar is in a dialog. Its links then replace the history entry of the dialog. */
  isDialog?: boolean;
}

/** Beside the screen, entries are lower in windows in which the menu would have to scroll otherwise. */
const ENTRY = "text-muted flex h-9 w-full items-center gap-3 rounded-md px-3 text-sm dense:h-[1.6875rem]";

const LINK = `${ENTRY} hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_3px_0_0_var(--accent)] aria-[current=page]:font-medium`;

const ENTRIES = "grid gap-0.5 dense:gap-0";

/** Space between the groups of entries. */
const GAP = "gap-5 dense:gap-2.5";

export function Sidebar({ user, isDialog = false }: SidebarProps) {
  const signOut = useSignOut();
  const isAdmin = user.role === "admin";
  const menu = useShownEntry();
  return (
    <div
      ref={menu}
      className={cn("fading-ends-y dense:py-2 flex h-full scroll-py-10 flex-col overflow-y-auto p-3", GAP)}
    >
      <PersonCard user={user} isDialog={isDialog} />
      <div className={cn("grid grow content-start", GAP)}>
        <Menu title="Menu Principal" items={permitted(MENU, user)} isDialog={isDialog} />
        {isAdmin && <Menu title="Administração" items={ADMIN_MENU} isDialog={isDialog} />}
      </div>
      <div className={ENTRIES}>
        <NavLink to={panelPaths.security} replace={isDialog} className={LINK}>
          <KeyRound className="size-4 shrink-0" aria-hidden />
          Minha Segurança
        </NavLink>
        <NavLink to={panelPaths.help} replace={isDialog} className={LINK}>
          <CircleHelp className="size-4 shrink-0" aria-hidden />
          Ajuda
        </NavLink>
        <button
          type="button"
          className={cn(ENTRY, "hover:bg-danger-soft hover:text-danger")}
          onClick={() => void signOut()}
        >
          <LogOut className="size-4 shrink-0" aria-hidden />
          Sair do Sistema
        </button>
      </div>
    </div>
  );
}

/** Returns a ref for the menu, which scrolls the entry of the current screen into view. */
function useShownEntry(): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    menu.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return menu;
}

interface MenuProps {
  title: string;
  items: readonly SidebarItem[];
  isDialog: boolean;
}

function Menu({ title, items, isDialog }: MenuProps) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="text-muted mb-1 px-3 text-xs font-medium">
        {title}
      </h2>
      <ul className={ENTRIES}>
        {items.map(({ label, path, icon: Icon }) => (
          <li key={path}>
            <NavLink to={path} replace={isDialog} className={LINK}>
              <Icon className="size-4 shrink-0" aria-hidden />
              {label}
              {path === panelPaths.privacyRequests && <OpenRequestsBadge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PersonCardProps {
  user: User;
  isDialog: boolean;
}

/** Links to the user's own account. */
function PersonCard({ user, isDialog }: PersonCardProps) {
  const name = user.full_name;
  return (
    <NavLink
      to={panelPaths.ownAccount}
      title="Minha Conta"
      replace={isDialog}
      className="border-line bg-surface hover:border-control dense:py-1 flex shrink-0 items-center gap-3 rounded-lg border p-3"
    >
      <span
        className="bg-accent text-on-accent grid size-9 shrink-0 place-items-center rounded-full text-sm font-semibold uppercase"
        aria-hidden
      >
        {name.charAt(0)}
      </span>
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="text-muted block text-xs">{ROLE_LABELS[user.role]}</span>
      </span>
    </NavLink>
  );
}
