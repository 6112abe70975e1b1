import { type LucideIcon, Mail, PenLine, Settings, Wrench } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";

import { panelPaths } from "@/lib/paths";

interface QuickAction {
  label: string;
  hint: string;
  path: string;
  icon: LucideIcon;
  /** Not available to editors. */
  isAdminOnly?: true;
}

const ACTIONS: readonly QuickAction[] = [
  {
    label: "Atualizar dados de contato",
    hint: "Telefone, endereço e horários",
    path: panelPaths.contactSettings,
    icon: Mail,
    isAdminOnly: true,
  },
  {
    label: "Editar os serviços",
    hint: "O que a empresa oferece",
    path: panelPaths.services,
    icon: Wrench,
  },
  {
    label: "Escrever no blog",
    hint: "Posts e rascunhos",
    path: panelPaths.blog,
    icon: PenLine,
  },
  {
    label: "Ajustar empresa e SEO",
    hint: "Nome, logo e buscadores",
    path: panelPaths.generalSettings,
    icon: Settings,
    isAdminOnly: true,
  },
];

export function QuickActions({ isAdmin }: { isAdmin: boolean }) {
  const id = useId();
  const actions = ACTIONS.filter(({ isAdminOnly }) => isAdmin || !isAdminOnly);
  return (
    <nav aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-2 text-sm font-semibold">
        Ações Rápidas
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
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
