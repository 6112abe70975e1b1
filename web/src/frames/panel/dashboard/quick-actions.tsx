import {
  type LucideIcon,
  Mail,
  MessagesSquare,
  PenLine,
  Settings,
  ShieldQuestion,
  UserRound,
  Wrench,
} from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";

import { hasRightsOf } from "@/api/rights";
import type { Role, User } from "@/api/types";
import { CONTACTS } from "@/features/contacts/panel/record";
import { permitted } from "@/frames/panel/menu";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";

interface QuickAction {
  label: string;
  hint: string;
  path: string;
  icon: LucideIcon;
  /** The role with the fewest rights that gets the action. */
  role: Role;
}

const ACTIONS: readonly QuickAction[] = [
  {
    label: "Atualizar dados de contato",
    hint: "Telefone, endereço e horários",
    path: panelPaths.contactSettings,
    icon: Mail,
    role: "admin",
  },
  {
    label: "Editar os serviços",
    hint: "O que a empresa oferece",
    path: panelPaths.services,
    icon: Wrench,
    role: "writer",
  },
  {
    label: "Escrever no blog",
    hint: "Posts e rascunhos",
    path: panelPaths.blog,
    icon: PenLine,
    role: "writer",
  },
  {
    label: "Ajustar empresa e SEO",
    hint: "Nome, logo e buscadores",
    path: panelPaths.generalSettings,
    icon: Settings,
    role: "admin",
  },
];

/** The actions of staff who don't edit content. */
const CONTACT_ACTIONS: readonly QuickAction[] = [
  {
    label: "Responder contatos",
    hint: "Primeiro os atrasados",
    path: CONTACTS.url({ view: "waiting" }),
    icon: MessagesSquare,
    role: "support",
  },
  {
    label: "Ver os meus contatos",
    hint: "Pelos quais você é responsável",
    path: CONTACTS.url({ view: "mine" }),
    icon: UserRound,
    role: "support",
  },
  {
    label: "Conferir os suspeitos",
    hint: "Separados como spam",
    path: CONTACTS.url({ view: "spam" }),
    icon: ShieldQuestion,
    role: "support",
  },
];

export function QuickActions({ user }: { user: User }) {
  const id = useId();
  const actions = permitted(hasRightsOf(user, "writer") ? ACTIONS : CONTACT_ACTIONS, user);
  return (
    <nav aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-2 text-sm font-semibold">
        Ações Rápidas
      </h2>
      <ul
        className={cn(
          "grid gap-3",
          actions.length === 3 ? "md:grid-cols-3" : "sm:grid-cols-2 xl:grid-cols-4",
        )}
      >
        {actions.map(({ label, hint, path, icon: Icon }) => (
          <li
            key={path}
            className="border-line bg-surface hover:border-control relative flex items-center gap-3 rounded-lg border px-4 py-3"
          >
            <Icon className="text-accent size-5 shrink-0" aria-hidden />
            <span className="min-w-0 text-sm">
              <Link to={path} className="block font-medium after:absolute after:inset-0 after:rounded-lg">
                {label}
              </Link>
              <span className="text-muted block truncate text-xs">{hint}</span>
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
