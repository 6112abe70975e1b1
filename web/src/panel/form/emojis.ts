/** Emojis as icons of services and menu items. */
export interface Emoji {
  icon: string;
  /** Search terms; also the accessible name. */
  name: string;
}

export const DEFAULT_ICON = "⚙️";

export const EMOJIS: readonly Emoji[] = [
  { icon: DEFAULT_ICON, name: "engrenagem configuração padrão" },
  { icon: "🛠️", name: "ferramentas manutenção reparo" },
  { icon: "🔧", name: "chave de ajuste conserto" },
  { icon: "🎧", name: "atendimento suporte fone" },
  { icon: "📞", name: "telefone central" },
  { icon: "💬", name: "conversa chat WhatsApp" },
  { icon: "🚑", name: "emergência urgência" },
  { icon: "🖥️", name: "computador estação" },
  { icon: "💻", name: "notebook" },
  { icon: "🖨️", name: "impressora" },
  { icon: "📱", name: "celular aplicativo" },
  { icon: "🧰", name: "caixa de ferramentas" },
  { icon: "🌐", name: "rede internet site globo" },
  { icon: "📶", name: "wi-fi sinal" },
  { icon: "🔌", name: "cabo tomada integração API" },
  { icon: "📡", name: "antena link" },
  { icon: "🗄️", name: "servidor arquivo" },
  { icon: "💾", name: "disco backup" },
  { icon: "☁️", name: "nuvem cloud" },
  { icon: "🔄", name: "sincronização atualização" },
  { icon: "📦", name: "caixa virtualização pacote" },
  { icon: "🧱", name: "firewall parede" },
  { icon: "🔒", name: "cadeado segurança" },
  { icon: "🛡️", name: "escudo proteção" },
  { icon: "🔑", name: "chave acesso senha" },
  { icon: "📹", name: "câmera CFTV vídeo" },
  { icon: "👁️", name: "olho monitoramento" },
  { icon: "🚨", name: "alarme alerta" },
  { icon: "⚖️", name: "balança LGPD lei" },
  { icon: "📜", name: "documento política conformidade" },
  { icon: "📊", name: "gráfico painel indicadores" },
  { icon: "📈", name: "crescimento resultado" },
  { icon: "🧮", name: "cálculo ERP financeiro" },
  { icon: "🏭", name: "indústria fábrica" },
  { icon: "🏢", name: "empresa escritório" },
  { icon: "🧾", name: "nota fiscal" },
  { icon: "💳", name: "cartão pagamento" },
  { icon: "🛒", name: "carrinho loja" },
  { icon: "🤖", name: "robô inteligência artificial automação" },
  { icon: "🧠", name: "cérebro inteligência IA" },
  { icon: "⚡", name: "raio rapidez energia" },
  { icon: "🚀", name: "foguete lançamento transformação" },
  { icon: "🎨", name: "paleta design" },
  { icon: "✉️", name: "e-mail correio" },
  { icon: "🗃️", name: "banco de dados fichário" },
  { icon: "🔍", name: "lupa diagnóstico análise" },
  { icon: "🎓", name: "treinamento curso" },
  { icon: "🤝", name: "parceria consultoria" },
];

/** Returns the first visible character. An emoji may consist of several code points. */
export function firstCharacter(text: string): string {
  const segments = new Intl.Segmenter("pt-BR", { granularity: "grapheme" }).segment(text.trim());
  return [...segments][0]?.segment ?? "";
}

export function isEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text);
}
