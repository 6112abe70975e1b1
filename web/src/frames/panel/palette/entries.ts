/** What the search over the whole panel can lead to. */
import {
  CircleHelp,
  ExternalLink,
  Images,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Plus,
  UserPlus,
  UserRound,
} from "lucide-react";

import type { User } from "@/api/types";
import { fold } from "@/lib/fold";
import { panelPaths } from "@/lib/paths";
import { ADMIN_MENU, MENU } from "@/frames/panel/menu";

export interface Entry {
  /** Among all that are shown. */
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  detail?: string;
  icon: LucideIcon;
  run: { to: string } | { act: Action };
}

export interface Group {
  title: string;
  entries: readonly Entry[];
  /** Not yet found by what is typed now. */
  isStale?: boolean;
}

export type Action = "shortcuts" | "site" | "sign_out";

interface Known extends Omit<Entry, "id"> {
  /** Other words people look for. */
  words?: string;
  admin_only?: true;
}

const SCREENS: readonly Known[] = [
  ...[...MENU, ...ADMIN_MENU.map((item) => ({ ...item, admin_only: true as const }))].map(
    ({ label, path, icon, admin_only }) => ({
      label,
      icon,
      run: { to: path },
      ...(admin_only && { admin_only }),
    }),
  ),
  {
    label: "Minha Conta",
    icon: UserRound,
    words: "perfil nome senha sessões",
    run: { to: panelPaths.ownAccount },
  },
  {
    label: "Minha Segurança",
    icon: KeyRound,
    words: "segundo fator chave de acesso",
    run: { to: panelPaths.security },
  },
  { label: "Ajuda", icon: CircleHelp, words: "guia manual como fazer", run: { to: panelPaths.help } },
];

const ACTIONS: readonly Known[] = [
  { label: "Adicionar serviço", icon: Plus, words: "novo criar", run: { to: panelPaths.newService } },
  { label: "Escrever post", icon: Plus, words: "novo artigo criar blog", run: { to: panelPaths.newPost } },
  { label: "Enviar imagens", icon: Images, words: "upload foto mídia", run: { to: panelPaths.media } },
  {
    label: "Novo usuário",
    icon: UserPlus,
    words: "criar adicionar equipe",
    run: { to: panelPaths.newUser },
    admin_only: true,
  },
  {
    label: "Convidar para a equipe",
    icon: UserPlus,
    words: "convite usuário",
    run: { to: panelPaths.inviteUser },
    admin_only: true,
  },
  { label: "Abrir o site", icon: ExternalLink, words: "ver página pública", run: { act: "site" } },
  { label: "Atalhos de teclado", icon: Keyboard, words: "ajuda teclas", run: { act: "shortcuts" } },
  { label: "Sair do Sistema", icon: LogOut, words: "logout encerrar sessão", run: { act: "sign_out" } },
];

/** Screens and actions whose words begin with those that are looked for. */
export function knownGroups(query: string, user: Pick<User, "role">): Group[] {
  const wanted = fold(query).split(" ").filter(Boolean);
  const isShown = ({ label, words = "", admin_only }: Known) => {
    if (admin_only && user.role !== "admin") return false;
    const own = fold(`${label} ${words}`).split(" ");
    return wanted.every((word) => own.some((start) => start.startsWith(word)));
  };
  const group = (title: string, all: readonly Known[]): Group => ({
    title,
    entries: all
      .filter(isShown)
      .map(({ label, icon, run }) => ({ id: `${title} ${label}`, label, icon, run })),
  });
  return [group("Telas", SCREENS), group("Ações", ACTIONS)].filter(({ entries }) => entries.length > 0);
}
