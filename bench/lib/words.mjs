/** Contacts and posts as a Brazilian company gets and writes them; the same ones in every run. */
const list = (words) => words.trim().split(/\s+/);
const FIRST =
  list(`João Maria José Ana Antônio Conceição Luís Márcia Íris Caio Pedro Paulo Lucas Mateus Fernanda Juliana
  Patrícia Aline Sandra Camila Bruno Rafael Felipe Gustavo Rodrigo Marcelo Eduardo Carlos Daniel Thiago Vanessa Letícia
  Beatriz Larissa Débora Cláudia Sônia Helena Raquel Renata`);
const LAST =
  list(`Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho
  Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas
  Cardoso Ramos Gonçalves Santana Teixeira Araújo Peixoto Assunção Brandão Prado Cruz Moura Cavalcanti Campos Azevedo`);
const TRADES =
  list(`Padaria Clínica Escola Oficina Transportadora Farmácia Construtora Mercado Advocacia Contabilidade
  Imobiliária Academia Restaurante Hotel Pousada Gráfica Livraria Metalúrgica Laboratório Cooperativa`);
const HOSTS = ["gmail.com", "hotmail.com", "empresa.com.br", "exemplo.com.br"];
const SERVICES = [
  "Suporte Técnico",
  "Soluções em Nuvem",
  "LGPD Compliance",
  "ERPs e Gestão",
  "Banco de Dados",
  "Outro",
];
const WORDS =
  list(`a o de da do em para com que não uma por mais como mas foi ao ele das tem seu sua ou ser quando muito nos
  já está também só pelo pela até isso ela entre depois sem mesmo aos ter quem esse eles estão você essa minha têm qual será
  nós tenho rede servidor backup filial sistema precisamos ajuda suporte computador computadores impressora internet nuvem
  migração migrar e-mail equipe funcionários empresa loja matriz orçamento proposta urgente lento lentidão travando erro falha
  segurança vírus ransomware senha acesso usuário usuários licença licenças planilha relatório nota fiscal emissão integração
  estoque vendas clientes fornecedores contrato mensal visita técnica instalação câmeras telefonia wi-fi roteador switch cabo
  firewall VPN remoto dados banco LGPD consultoria treinamento projeto prazo semana mês amanhã hoje tarde manhã contato
  retorno ligar telefone WhatsApp obrigado atenciosamente bom dia gostaria gostaríamos saber informações valores preço custo
  quanto possível podem poderiam agendar reunião conversar atualmente utilizamos temos cerca vinte trinta cinquenta estações
  trabalho notebook notebooks monitor arquivos pasta compartilhada perdemos recuperar restaurar cópia diária automático
  automatizar processo inteligência artificial atendimento site aplicativo desenvolver manutenção atualização versão antiga
  Windows Linux Office`);
const CATEGORIES = ["Segurança", "Cloud Computing", "Inteligência Artificial", "Automação", "Gestão de TI"];
const TAGS = list("backup nuvem rede lgpd senhas ia erp suporte dados monitoramento");

/** Numbers that look random: mulberry32. */
export function dice(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + Math.floor(next() * (high - low + 1));
  return { between, pick: (words) => words[between(0, words.length - 1)] };
}

export const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function sentences(throws, length) {
  let text = "";
  while (text.length < length) {
    const words = Array.from({ length: throws.between(6, 14) }, () => throws.pick(WORDS)).join(" ");
    text += `${text && " "}${words[0].toUpperCase()}${words.slice(1)}.`;
  }
  return text;
}

export function contact(number) {
  const throws = dice(number);
  const [first, last] = [throws.pick(FIRST), throws.pick(LAST)];
  const digits = `${throws.between(1000, 9999)}-${throws.between(1000, 9999)}`;
  return {
    name: `${first} ${throws.pick(LAST)} ${last}`,
    email: `${plain(first)}.${plain(last)}${number}@${throws.pick(HOSTS)}`,
    phone: `(${throws.between(11, 99)}) 9${digits}`,
    company: `${throws.pick(TRADES)} ${throws.pick(LAST)} Ltda.`,
    message: `Serviço de interesse: ${throws.pick(SERVICES)}\n\nPedido PD${number}X. ${sentences(throws, throws.between(200, 560))}`,
    elapsed_ms: number % 100 === 0 ? 100 : 20_000,
  };
}

export function post(number) {
  const throws = dice(number);
  const part = () =>
    `## ${sentences(throws, 20).slice(0, 60)}\n\n${sentences(throws, throws.between(400, 900))}\n\n`;
  return {
    title: `Artigo ${number}: ${sentences(throws, 20).slice(0, 60)}`,
    slug: `artigo-${number}`,
    excerpt: sentences(throws, 120).slice(0, 200),
    content: Array.from({ length: throws.between(3, 8) }, part).join(""),
    category: throws.pick(CATEGORIES),
    tags: [...new Set([throws.pick(TAGS), throws.pick(TAGS)])],
    is_published: number % 10 !== 0,
  };
}
