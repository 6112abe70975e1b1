import {
  BookLock,
  ChartNoAxesColumn,
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
  ShieldQuestion,
  Signpost,
  Users,
  UserSearch,
  Wrench,
} from "lucide-react";

import { panelPaths } from "@/lib/paths";

export interface SidebarItem {
  label: string;
  path: string;
  icon: LucideIcon;
  /** Not available to editors. */
  isAdminOnly?: true;
}

/** 'Menu Principal'. Staff know the first eight by their labels and order: don't change these. */
export const MENU: readonly SidebarItem[] = [
  { label: "Dashboard", path: panelPaths.dashboard, icon: LayoutDashboard },
  { label: "Gerenciar Contatos", path: panelPaths.contacts, icon: MessagesSquare },
  { label: "Configurações de Contato", path: panelPaths.contactSettings, icon: Mail, isAdminOnly: true },
  { label: "Gerenciar Serviços", path: panelPaths.services, icon: Wrench },
  { label: "Blog e Artigos", path: panelPaths.blog, icon: FileText },
  { label: "Configurações Gerais", path: panelPaths.generalSettings, icon: Settings, isAdminOnly: true },
  { label: "Menu e Rodapé", path: panelPaths.menuFooter, icon: PanelBottom },
  { label: "Gerenciar Usuários", path: panelPaths.users, icon: Users, isAdminOnly: true },
  { label: "Páginas", path: panelPaths.pages, icon: PanelsTopLeft },
  { label: "Mídia", path: panelPaths.media, icon: Images },
  { label: "Newsletter", path: panelPaths.newsletter, icon: Newspaper },
  { label: "Visitas", path: panelPaths.visits, icon: ChartNoAxesColumn },
  { label: "Redirecionamentos", path: panelPaths.redirects, icon: Signpost },
];

/** 'Administração', for administrators. */
export const ADMIN_MENU: readonly SidebarItem[] = [
  { label: "Privacidade", path: panelPaths.privacyRequests, icon: ShieldQuestion },
  { label: "Pessoas", path: panelPaths.people, icon: UserSearch },
  { label: "Registro de Tratamento", path: panelPaths.processing, icon: BookLock },
  { label: "E-mails", path: panelPaths.outbox, icon: Send },
  { label: "Registro de Auditoria", path: panelPaths.audit, icon: ScrollText },
];
