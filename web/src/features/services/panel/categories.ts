/** Categories and detail pages of services, in the server's order. */
import { SERVICE_PAGE_LABELS as labels } from "@/api/labels";
import type { ServiceCategory, ServicePage } from "@/api/types";
import { paths } from "@/lib/paths";

interface Category {
  value: ServiceCategory;
  /** Default detail page of the services in the category. */
  page: ServicePage;
}

export const CATEGORIES: readonly Category[] = [
  { value: "Suporte e Manutenção", page: "support" },
  { value: "Redes e Infraestrutura", page: "support" },
  { value: "Cloud e Backup", page: "cloud" },
  { value: "Segurança da Informação e LGPD", page: "security" },
  { value: "Monitoramento e CFTV", page: "security" },
  { value: "Sistemas e Automação", page: "erp" },
  { value: "Servidores e Sistemas Operacionais", page: "cloud" },
  { value: "Transformação Digital", page: "erp" },
  { value: "Web e Hospedagem", page: "development" },
];

interface DetailPage {
  value: ServicePage;
  label: string;
  path: string;
}

export const PAGES: readonly DetailPage[] = [
  { value: "support", label: labels.support, path: `${paths.services}/suporte-manutencao` },
  {
    value: "security",
    label: labels.security,
    path: `${paths.services}/seguranca-monitoramento`,
  },
  { value: "cloud", label: labels.cloud, path: `${paths.services}/nuvem-virtualizacao` },
  { value: "development", label: labels.development, path: `${paths.services}/desenvolvimento-ia` },
  { value: "erp", label: labels.erp, path: `${paths.services}/erps-gestao` },
  { value: "database", label: labels.database, path: `${paths.services}/banco-dados` },
];

export function isCategory(value: string | null): value is ServiceCategory {
  return CATEGORIES.some((category) => category.value === value);
}

export function defaultPage(category: string): ServicePage {
  return CATEGORIES.find(({ value }) => value === category)?.page ?? "support";
}

export function pageOf(service: { page: ServicePage }): DetailPage {
  const page = PAGES.find(({ value }) => value === service.page);
  if (!page) throw new Error(`unknown page ${service.page}`);
  return page;
}
