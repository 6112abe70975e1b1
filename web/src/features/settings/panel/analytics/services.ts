/** The analytics services: where staff find the company's code, and what public pages allow for a configured service. */
import type { FieldName } from "@/features/settings/panel/records";

export interface AnalyticsService {
  /** The field that names the service. */
  name: FieldName;
  fields: readonly ServiceField[];
  /** Describes the service. */
  text: string;
  /** The category of consent; null if the service needs none. */
  category: "Estatísticas" | "Marketing" | null;
  /** What public pages load and send once the service is configured. */
  opens: string;
  /** Explains how to check that the service works. */
  check: string;
}

interface ServiceField {
  name: FieldName;
  /** What the service calls the code. */
  label: string;
  placeholder: string;
  /** Explains where to find the code. */
  help: string;
}

export const SERVICES: readonly AnalyticsService[] = [
  {
    name: "google_analytics",
    fields: [
      {
        name: "google_analytics",
        label: "ID da métrica",
        placeholder: "G-AB12CD34EF",
        help: "No Google Analytics: Administrador › Fluxos de dados › ID da métrica (G-…). Contêineres do Tag Manager (GTM-…) não são aceitos, porque podem carregar qualquer script.",
      },
    ],
    text: "Visitas, origem e caminho de quem navega no site.",
    category: "Estatísticas",
    opens:
      "Depois do aceite, o navegador de quem visita carrega um programa de googletagmanager.com e envia dados a google-analytics.com, analytics.google.com e googletagmanager.com.",
    check:
      "Abra o site em outra aba, aceite as estatísticas no aviso e veja a sua visita no relatório Tempo real do Google Analytics.",
  },
  {
    name: "search_console",
    fields: [
      {
        name: "search_console",
        label: "Tag HTML",
        placeholder: "Cole o código ou a meta tag inteira",
        help: "Na verificação por tag HTML, copie o código ou a tag inteira. Ele entra na página inicial.",
      },
      {
        name: "search_console_file",
        label: "Arquivo HTML",
        placeholder: "google1234567890abcdef.html",
        help: "Na verificação por arquivo HTML, copie o nome do arquivo. O site responde nesse endereço; não é preciso enviar o arquivo.",
      },
    ],
    text: "Como o site aparece na busca do Google. Basta um dos dois modos de verificação.",
    category: null,
    opens: "Nada: nenhum programa é carregado e nenhum dado de quem visita é enviado.",
    check: "Depois de salvar, clique em Verificar no Search Console.",
  },
  {
    name: "facebook_pixel",
    fields: [
      {
        name: "facebook_pixel",
        label: "ID do Pixel da Meta",
        placeholder: "1234567890123456",
        help: "No Gerenciador de Eventos da Meta: o número que identifica o conjunto de dados.",
      },
    ],
    text: "Pixel da Meta (Facebook): resultado de anúncios no Facebook e no Instagram.",
    category: "Marketing",
    opens:
      "Depois do aceite, o navegador de quem visita carrega um programa de connect.facebook.net e envia dados a www.facebook.com.",
    check:
      "Abra o site em outra aba, aceite o marketing no aviso e veja o evento PageView em Testar eventos, no Gerenciador de Eventos.",
  },
  {
    name: "hotjar",
    fields: [
      {
        name: "hotjar",
        label: "ID do site",
        placeholder: "1234567",
        help: "No Hotjar: Sites e organizações › ID do site.",
      },
    ],
    text: "Mapas de calor e gravações de uso.",
    category: "Estatísticas",
    opens:
      "Depois do aceite, o navegador de quem visita carrega programas, fontes e estilos de hotjar.com e envia dados a hotjar.com e hotjar.io. A proteção contra estilos escritos dentro da página fica menor.",
    check:
      "Abra o site em outra aba, aceite as estatísticas no aviso, navegue um pouco e veja a sessão em Gravações, no Hotjar.",
  },
];

/** Returns the codes that are configured for a service. */
export const codesOf = (service: AnalyticsService, values: Readonly<Record<string, string>>): string[] =>
  service.fields.map(({ name }) => values[name] ?? "").filter(Boolean);
