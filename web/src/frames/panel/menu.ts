import {
  FileText,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Newspaper,
  PanelBottom,
  PanelsTopLeft,
  ScrollText,
  Send,
  Settings,
  Users,
  Wrench,
} from "lucide-react";

import { paths } from "@/lib/paths";

export interface MenuItem {
  label: string;
  path: string;
  icon: LucideIcon;
  /** Editors can't go there. */
  admin_only?: true;
}

/** 'Menu Principal': the screens of the panel, in the order staff know them by. */
export const MENU: readonly MenuItem[] = [
  { label: "Dashboard", path: paths.admin.dashboard, icon: LayoutDashboard },
  { label: "Gerenciar Contatos", path: paths.admin.contacts, icon: MessagesSquare },
  { label: "Configurações de Contato", path: paths.admin.contactSettings, icon: Mail, admin_only: true },
  { label: "Gerenciar Serviços", path: paths.admin.services, icon: Wrench },
  { label: "Blog e Artigos", path: paths.admin.blog, icon: FileText },
  { label: "Configurações Gerais", path: paths.admin.generalSettings, icon: Settings, admin_only: true },
  { label: "Menu e Rodapé", path: paths.admin.menuFooter, icon: PanelBottom },
  { label: "Gerenciar Usuários", path: paths.admin.users, icon: Users, admin_only: true },
  { label: "Páginas", path: paths.admin.pages, icon: PanelsTopLeft },
  { label: "Mídia", path: paths.admin.media, icon: Images },
  { label: "Newsletter", path: paths.admin.newsletter, icon: Newspaper },
];

/** 'Administração': what only administrators see. */
export const ADMIN_MENU: readonly MenuItem[] = [
  { label: "E-mails", path: paths.admin.outbox, icon: Send },
  { label: "Registro de Auditoria", path: paths.admin.audit, icon: ScrollText },
];
