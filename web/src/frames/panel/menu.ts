import {
  Bell,
  BookLock,
  ChartNoAxesColumn,
  FileText,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailCheck,
  MessagesSquare,
  Newspaper,
  NotepadText,
  PanelBottom,
  PanelsTopLeft,
  ScrollText,
  Send,
  Settings,
  ShieldQuestion,
  Shuffle,
  Signpost,
  Target,
  Users,
  UserSearch,
  Wrench,
} from "lucide-react";

import { hasRightsOf } from "@/api/rights";
import type { Role, User } from "@/api/types";
import { panelPaths } from "@/lib/paths";

export interface SidebarItem {
  label: string;
  path: string;
  icon: LucideIcon;
  /** Words for what is on the screen, by which the palette finds it. */
  terms: string;
  /** The role with the fewest rights that may open the screen. All staff may, if omitted. */
  role?: Role;
}

/** 'Menu Principal'. Staff know the first eight by their labels and order: don't change these. */
export const MENU: readonly SidebarItem[] = [
  { label: "Dashboard", path: panelPaths.dashboard, icon: LayoutDashboard, terms: "início resumo números" },
  {
    label: "Gerenciar Contatos",
    path: panelPaths.contacts,
    icon: MessagesSquare,
    terms: "leads mensagens clientes pedidos responder exportar",
    role: "support",
  },
  {
    label: "Configurações de Contato",
    path: panelPaths.contactSettings,
    icon: Mail,
    terms: "telefone whatsapp email e-mail endereço horário atendimento mapa",
    role: "admin",
  },
  {
    label: "Gerenciar Serviços",
    path: panelPaths.services,
    icon: Wrench,
    terms: "preço ícone destaque",
    role: "writer",
  },
  {
    label: "Blog e Artigos",
    path: panelPaths.blog,
    icon: FileText,
    terms: "posts publicar categorias tags",
    role: "writer",
  },
  {
    label: "Configurações Gerais",
    path: panelPaths.generalSettings,
    icon: Settings,
    terms: "empresa logo marca cores cnpj seo analytics redes sociais encarregado",
    role: "admin",
  },
  {
    label: "Menu e Rodapé",
    path: panelPaths.menuFooter,
    icon: PanelBottom,
    terms: "links navegação cabeçalho",
    role: "writer",
  },
  {
    label: "Gerenciar Usuários",
    path: panelPaths.users,
    icon: Users,
    terms: "equipe contas senhas perfis acesso exportar",
    role: "admin",
  },
  {
    label: "Páginas",
    path: panelPaths.pages,
    icon: PanelsTopLeft,
    terms: "textos início sobre política termos perguntas depoimentos",
    role: "writer",
  },
  {
    label: "Mídia",
    path: panelPaths.media,
    icon: Images,
    terms: "imagens fotos upload arquivos",
    role: "writer",
  },
  {
    label: "Newsletter",
    path: panelPaths.newsletter,
    icon: Newspaper,
    terms: "inscritos edições assuntos email e-mail exportar importar",
    role: "writer",
  },
  {
    label: "Visitas",
    path: panelPaths.visits,
    icon: ChartNoAxesColumn,
    terms: "analytics estatísticas acessos campanhas exportar",
  },
  {
    label: "Modelos de Resposta",
    path: panelPaths.replyTemplates,
    icon: NotepadText,
    terms: "modelo resposta pronta template",
    role: "support",
  },
  {
    label: "Meus Avisos",
    path: panelPaths.notifications,
    icon: Bell,
    terms: "notificações lembretes resumo e-mail celular aparelho",
    role: "support",
  },
  {
    label: "Resultados",
    path: panelPaths.results,
    icon: Target,
    terms:
      "funil vendas ganhos perdidos conversão valor tempo resposta origens campanhas canais utm whatsapp",
    role: "support",
  },
  {
    label: "Redirecionamentos",
    path: panelPaths.redirects,
    icon: Signpost,
    terms: "endereços 404 importar",
    role: "writer",
  },
];

/** 'Administração', for administrators. */
export const ADMIN_MENU: readonly SidebarItem[] = [
  {
    label: "Distribuição",
    path: panelPaths.assignment,
    icon: Shuffle,
    terms: "responsável atribuir contatos rodízio serviço regras automático",
  },
  {
    label: "Privacidade",
    path: panelPaths.privacyRequests,
    icon: ShieldQuestion,
    terms: "lgpd pedidos titular prazo",
  },
  {
    label: "Pessoas",
    path: panelPaths.people,
    icon: UserSearch,
    terms: "lgpd titular apagar dados exportar guarda",
  },
  {
    label: "Registro de Tratamento",
    path: panelPaths.processing,
    icon: BookLock,
    terms: "lgpd ropa atividades exportar",
  },
  {
    label: "Configurações de E-mail",
    path: panelPaths.mailServers,
    icon: MailCheck,
    terms: "smtp imap servidor envio recebimento remetente senha spf dkim dmarc",
  },
  { label: "E-mails", path: panelPaths.outbox, icon: Send, terms: "fila envio smtp mensagens" },
  {
    label: "Registro de Auditoria",
    path: panelPaths.audit,
    icon: ScrollText,
    terms: "histórico log quem mudou exportar",
  },
];

/** Returns the entries that a user may open. Works for all tables whose entries name a role. */
export function permitted<T extends { role?: Role }>(entries: readonly T[], user: Pick<User, "role">): T[] {
  return entries.filter(({ role }) => role === undefined || hasRightsOf(user, role));
}
