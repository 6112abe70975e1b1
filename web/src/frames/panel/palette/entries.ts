/** Entries of the palette that are known without the server: screens, actions and views of the contacts. */
import {
  CircleHelp,
  ExternalLink,
  Images,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Plus,
  UserPlus,
  UserRound,
} from "lucide-react";

import type { Role, User } from "@/api/types";
import { CONTACTS, type ContactsDialog, DIALOGS, VIEWS } from "@/features/contacts/panel/record";
import { ADMIN_MENU, MENU, permitted, type SidebarItem } from "@/frames/panel/menu";
import { fold } from "@/lib/fold";
import { panelPaths } from "@/lib/paths";
import { stateOfDialog } from "@/panel/dialog/use-dialog";

export interface Entry {
  /** Unique among the entries. */
  id: string;
  label: string;
  /** Distinguishes entries with the same label. */
  detail?: string;
  icon: LucideIcon;
  /** The address with the state of its history entry, or what to do. */
  run: { to: string; state?: unknown } | { act: Action };
}

export interface Group {
  title: string;
  entries: readonly Entry[];
  /** Whether the entries of the current query are still loading. */
  isStale?: boolean;
}

export type Action = "shortcuts" | "site" | "sign_out";

interface KnownEntry extends Omit<Entry, "id"> {
  /** Further search terms. */
  terms?: string;
  /** The role with the fewest rights that gets the entry. All staff do, if omitted. */
  role?: Role;
}

const screenOf = ({ path, ...item }: SidebarItem): KnownEntry => ({ ...item, run: { to: path } });

const SCREENS: readonly KnownEntry[] = [
  ...MENU.map(screenOf),
  ...ADMIN_MENU.map((item) => screenOf({ ...item, role: "admin" })),
  {
    label: "Minha Conta",
    icon: UserRound,
    terms: "perfil nome senha sessões",
    run: { to: panelPaths.ownAccount },
  },
  {
    label: "Minha Segurança",
    icon: KeyRound,
    terms: "segundo fator chave de acesso",
    run: { to: panelPaths.security },
  },
  { label: "Ajuda", icon: CircleHelp, terms: "guia manual como fazer", run: { to: panelPaths.help } },
];

const CONTACT_VIEWS: readonly KnownEntry[] = VIEWS.map(({ value, label }) => ({
  label,
  detail: "Contatos",
  icon: MessagesSquare,
  terms: "contatos visão lista",
  run: { to: CONTACTS.url({ view: value }) },
  role: "support",
}));

const NEW_CONTACT: ContactsDialog = "new";

const ACTIONS: readonly KnownEntry[] = [
  {
    label: "Novo contato",
    icon: Plus,
    terms: "registrar criar adicionar telefonema visita",
    run: { to: panelPaths.contacts, state: stateOfDialog(DIALOGS, NEW_CONTACT) },
    role: "support",
  },
  {
    label: "Adicionar serviço",
    icon: Plus,
    terms: "novo criar",
    run: { to: panelPaths.newService },
    role: "writer",
  },
  {
    label: "Escrever post",
    icon: Plus,
    terms: "novo artigo criar blog",
    run: { to: panelPaths.newPost },
    role: "writer",
  },
  {
    label: "Enviar imagens",
    icon: Images,
    terms: "upload foto mídia",
    run: { to: panelPaths.media },
    role: "writer",
  },
  {
    label: "Novo usuário",
    icon: UserPlus,
    terms: "criar adicionar equipe",
    run: { to: panelPaths.newUser },
    role: "admin",
  },
  {
    label: "Convidar para a equipe",
    icon: UserPlus,
    terms: "convite usuário",
    run: { to: panelPaths.inviteUser },
    role: "admin",
  },
  { label: "Abrir o site", icon: ExternalLink, terms: "ver página pública", run: { act: "site" } },
  { label: "Atalhos de teclado", icon: Keyboard, terms: "ajuda teclas", run: { act: "shortcuts" } },
  { label: "Sair do Sistema", icon: LogOut, terms: "encerrar sessão deslogar", run: { act: "sign_out" } },
];

/** Minimum length of a word that matches the start of a further search term. Shorter ones may be names, such as 'Ana' of 'analytics'. */
const MIN_PREFIX = 5;

/**
 * Returns the screens, actions and views that match a query. Each of its words must be the start of a word in their labels, or one of
 * their further search terms.
 */
export function knownGroups(query: string, user: Pick<User, "role">): Group[] {
  const wanted = fold(query).split(" ").filter(Boolean);
  const isMatch = ({ label, terms = "" }: KnownEntry) => {
    const words = fold(label).split(" ");
    const others = fold(terms).split(" ");
    return wanted.every(
      (start) =>
        words.some((word) => word.startsWith(start)) ||
        others.some((term) => term === start || (start.length >= MIN_PREFIX && term.startsWith(start))),
    );
  };
  const group = (title: string, all: readonly KnownEntry[]): Group => ({
    title,
    entries: permitted(all, user)
      .filter(isMatch)
      .map(({ label, detail, icon, run }) => ({
        id: `${title} ${label}`,
        label,
        ...(detail && { detail }),
        icon,
        run,
      })),
  });
  // Without a query, they would double the length of the list.
  const views = wanted.length > 0 ? [group("Visões", CONTACT_VIEWS)] : [];
  return [group("Telas", SCREENS), group("Ações", ACTIONS), ...views].filter(
    ({ entries }) => entries.length > 0,
  );
}
