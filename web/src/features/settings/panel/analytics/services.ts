/** The analytics services, and where each shows the code of an account. */
import type { Analytics } from "@/api/types";

export interface AnalyticsService {
  name: keyof Analytics;
  /** What the service calls the code. */
  codeLabel: string;
  placeholder: string;
  /** Describes the service. */
  text: string;
  /** Explains where the code is found. */
  help: string;
}

export const SERVICES: readonly AnalyticsService[] = [
  {
    name: "google_analytics",
    codeLabel: "ID de métricas ou do contêiner",
    placeholder: "G-AB12CD34EF",
    text: "Visitas, origem e caminho de quem navega no site.",
    help: "No Google Analytics: Administrador › Fluxos de dados › ID da métrica (G-…). No Tag Manager: o ID do contêiner (GTM-…).",
  },
  {
    name: "search_console",
    codeLabel: "Código de verificação",
    placeholder: "Cole o código ou a meta tag inteira",
    text: "Como o site aparece na busca do Google.",
    help: "No Search Console, escolha a verificação por tag HTML e cole aqui o código ou a tag inteira. Ele entra em todas as páginas assim que você salvar.",
  },
  {
    name: "facebook_pixel",
    codeLabel: "ID do Pixel",
    placeholder: "1234567890123456",
    text: "Resultado de anúncios no Facebook e no Instagram.",
    help: "No Gerenciador de Eventos da Meta: o número que identifica o conjunto de dados.",
  },
  {
    name: "hotjar",
    codeLabel: "ID do site",
    placeholder: "1234567",
    text: "Mapas de calor e gravações de uso.",
    help: "No Hotjar: Sites e organizações › ID do site.",
  },
];
