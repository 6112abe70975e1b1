import { CircleHelp, KeyRound, LogOut } from "lucide-react";
import { useId } from "react";
import { NavLink } from "react-router";

import { ROLE_LABELS } from "@/api/labels";
import type { User } from "@/api/types";
import { OpenRequestsBadge } from "@/features/privacy_requests/panel/open-badge";
import { panelPaths } from "@/lib/paths";
import { ADMIN_MENU, MENU, permitted, type SidebarItem } from "./menu";
import { useSignOut } from "./use-sign-out";

interface SidebarProps {
  user: User;
  /** Whether the sidebar is in a dialog. Its links then replace the history entry of the dialog. */
  isDialog?: boolean;
}

const entry =
  "text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_3px_0_0_var(--accent)] flex h-9 items-center gap-3 rounded-md px-3 text-sm aria-[current=page]:font-medium";

export function Sidebar({ user, isDialog = false }: SidebarProps) {
  const signOut = useSignOut();
  const isAdmin = user.role === "admin";
  return (
    <div className="flex h-full flex-col gap-5 overflow-y-auto p-3">
      <PersonCard user={user} isDialog={isDialog} />
      <div className="grid grow content-start gap-5">
        <Menu title="Menu Principal" items={permitted(MENU, user)} isDialog={isDialog} />
        {isAdmin && <Menu title="Administração" items={ADMIN_MENU} isDialog={isDialog} />}
      </div>
      <div className="grid gap-0.5">
        <NavLink to={panelPaths.security} replace={isDialog} className={entry}>
          <KeyRound className="size-4 shrink-0" aria-hidden />
          Minha Segurança
        </NavLink>
        <NavLink to={panelPaths.help} replace={isDialog} className={entry}>
          <CircleHelp className="size-4 shrink-0" aria-hidden />
          Ajuda
        </NavLink>
        <button
          type="button"
          className="text-muted hover:bg-danger-soft hover:text-danger flex h-9 items-center gap-3 rounded-md px-3 text-sm"
          onClick={() => void signOut()}
        >
          <LogOut className="size-4 shrink-0" aria-hidden />
          Sair do Sistema
        </button>
      </div>
    </div>
  );
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
      <h2 id={id} className="text-muted mb-1.5 px-3 text-xs font-medium">
        {title}
      </h2>
      <ul className="grid gap-0.5">
        {items.map(({ label, path, icon: Icon }) => (
          <li key={path}>
            <NavLink to={path} replace={isDialog} className={entry}>
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

/** Links to the user's own account. An administrator is shown as 'Admin', other staff by name. */
function PersonCard({ user, isDialog }: PersonCardProps) {
  const name = user.role === "admin" ? "Admin" : user.full_name;
  return (
    <NavLink
      to={panelPaths.ownAccount}
      title="Minha Conta"
      replace={isDialog}
      className="border-line bg-surface hover:border-control flex items-center gap-3 rounded-lg border p-3"
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
