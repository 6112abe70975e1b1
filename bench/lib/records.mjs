/** Generates contacts and posts of a Brazilian company, the same in every run. */
const split = (words) => words.trim().split(/\s+/);
const FIRST =
  split(`João Maria José Ana Antônio Conceição Luís Márcia Íris Caio Pedro Paulo Lucas Mateus Fernanda Juliana
  Patrícia Aline Sandra Camila Bruno Rafael Felipe Gustavo Rodrigo Marcelo Eduardo Carlos Daniel Thiago Vanessa Letícia
  Beatriz Larissa Débora Cláudia Sônia Helena Raquel Renata`);
const LAST =
  split(`Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho
  Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas
  Cardoso Ramos Gonçalves Santana Teixeira Araújo Peixoto Assunção Brandão Prado Cruz Moura Cavalcanti Campos Azevedo`);
const TRADES =
  split(`Padaria Clínica Escola Oficina Transportadora Farmácia Construtora Mercado Advocacia Contabilidade
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
  split(`a o de da do em para com que não uma por mais como mas foi ao ele das tem seu sua ou ser quando muito nos
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
const TAGS = split("backup nuvem rede lgpd senhas ia erp suporte dados monitoramento");

/** Returns a source of pseudorandom numbers (mulberry32). */
export function seededRandom(seed) {
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

/** Returns a text in lower case and without accents. */
export const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Returns sentences of random words with at least `length` characters. */
function sentences(random, length) {
  let text = "";
  while (text.length < length) {
    const words = Array.from({ length: random.between(6, 14) }, () => random.pick(WORDS)).join(" ");
    text += `${text && " "}${words[0].toUpperCase()}${words.slice(1)}.`;
  }
  return text;
}

/** Returns the contact with a number. Its message contains `PD<number>X`; one of 100 looks automated. */
export function contact(number) {
  const random = seededRandom(number);
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const digits = `${random.between(1000, 9999)}-${random.between(1000, 9999)}`;
  return {
    name: `${first} ${random.pick(LAST)} ${last}`,
    email: `${plain(first)}.${plain(last)}${number}@${random.pick(HOSTS)}`,
    phone: `(${random.between(11, 99)}) 9${digits}`,
    company: `${random.pick(TRADES)} ${random.pick(LAST)} Ltda.`,
    message: `Serviço de interesse: ${random.pick(SERVICES)}\n\nPedido PD${number}X. ${sentences(random, random.between(200, 560))}`,
    elapsed_ms: number % 100 === 0 ? 100 : 20_000,
  };
}

/** Returns the post with a number. One of ten is a draft. */
export function post(number) {
  const random = seededRandom(number);
  const part = () =>
    `## ${sentences(random, 20).slice(0, 60)}\n\n${sentences(random, random.between(400, 900))}\n\n`;
  return {
    title: `Artigo ${number}: ${sentences(random, 20).slice(0, 60)}`,
    slug: `artigo-${number}`,
    excerpt: sentences(random, 120).slice(0, 200),
    content: Array.from({ length: random.between(3, 8) }, part).join(""),
    category: random.pick(CATEGORIES),
    tags: [...new Set([random.pick(TAGS), random.pick(TAGS)])],
    is_published: number % 10 !== 0,
  };
}
