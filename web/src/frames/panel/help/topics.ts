/** Topics of the guide: one for each screen, and those about all screens. */
import { panelPaths } from "@/lib/paths";
import { CONTACT_TOPICS } from "./contact-topics";
import type { Topic } from "./topic";

export interface Part {
  title: string;
  topics: readonly Topic[];
}

const DAILY: Part = {
  title: "No dia a dia",
  topics: [
    {
      id: "dashboard",
      title: "Dashboard",
      path: panelPaths.dashboard,
      paragraphs: [
        "Mostra como a empresa e o site estão, no que cabe ao seu perfil: serviços, posts e a última mudança do conteúdo; contatos por dia e quem espera resposta; e as visitas da semana.",
        "Para quem atende contatos, “Aguardando resposta” compara cada um com o prazo de resposta prometido. O mais urgente aparece com um link para abri-lo. Ao lado estão os seus próximos passos; abaixo, os números.",
        "Para administradores, “Primeiros passos” lista o que falta configurar e some quando tudo estiver pronto.",
      ],
    },
    ...CONTACT_TOPICS,
    {
      id: "servicos",
      title: "Gerenciar Serviços",
      path: panelPaths.services,
      role: "writer",
      paragraphs: [
        "Os serviços estão agrupados por categoria, e cada um aparece na página do site que você escolher. O que você salva aparece no site na hora.",
        "Desligar “Ativo” tira o serviço do site sem apagá-lo. “Destaque” põe um selo nele.",
      ],
      steps: [
        "Clique no título de um serviço para editá-lo na própria lista; “Adicionar Serviço” abre um em branco.",
        "Cole uma lista nos itens do serviço: cada linha vira um item.",
        "Arraste pela alça, ou use os botões de subir e descer, para mudar a ordem.",
        "“Duplicar” cria uma cópia escondida, para você adaptar.",
      ],
    },
    {
      id: "blog",
      title: "Blog e Artigos",
      path: panelPaths.blog,
      role: "writer",
      paragraphs: [
        "Os posts são escritos em Markdown: ## para subtítulos, **negrito**, listas com hífen e [texto](endereço) para links.",
        "Um post só aparece no site depois de publicado, na hora ou no dia que você agendar (horário de Brasília). Se o endereço de um post publicado mudar, o antigo leva ao novo.",
        "O que você digita fica guardado neste navegador a cada tecla, e rascunhos são salvos sozinhos no servidor. Se o computador desligar, o texto volta ao abrir o post.",
      ],
      steps: [
        "Cole ou arraste uma imagem para dentro do texto: ela vai para a Mídia e entra no lugar do cursor. Entre os colchetes, escreva o que ela mostra.",
        "Em Tags, Enter ou vírgula termina uma tag. Ctrl S salva sem fechar.",
        "Compare com a prévia ao lado, que é a página de verdade.",
        "“Link de prévia” deixa alguém sem conta ler o rascunho por sete dias.",
        "“Histórico” mostra as versões, o que mudou em cada uma, e restaura o texto.",
        "Marque vários posts para publicar, despublicar ou excluir de uma vez.",
        "“Importar Markdown” traz arquivos como rascunhos.",
      ],
    },
    {
      id: "midia",
      title: "Mídia",
      path: panelPaths.media,
      role: "writer",
      paragraphs: [
        "As imagens do site, em um lugar só. O Vitrine refaz cada arquivo em vários tamanhos e apaga os dados escondidos, como o lugar em que a foto foi tirada.",
        "Escreva o texto alternativo: é o que lê quem não vê a imagem, e o que os buscadores entendem dela.",
        "Antes de excluir, veja “Onde é usada”. Para trocar uma imagem em todos os lugares de uma vez, use “Trocar arquivo”.",
      ],
      steps: [
        "Arraste vários arquivos para a tela, ou escolha-os no computador (JPG, PNG, WebP, GIF ou SVG, até 5 MB cada).",
        "Abra a imagem e clique na parte que precisa continuar à vista quando ela for cortada.",
      ],
    },
    {
      id: "newsletter",
      title: "Inscrições na newsletter",
      path: panelPaths.newsletter,
      role: "editor",
      paragraphs: [
        "Quem deixa o e-mail no blog recebe um link e só entra na lista depois de confirmar. Cada pessoa pode sair com um clique.",
        "Uma inscrição é recusada quando o endereço não existe ou o dono marca um e-mail como spam, e pausada depois de várias falhas temporárias, como uma caixa cheia por dias. A lista mostra o motivo.",
        "Administradores podem exportar quem confirmou. Editores também podem apagar um endereço quando a pessoa pedir.",
      ],
      steps: [
        "Administradores: “Importar” traz inscrições de um arquivo CSV, com uma prévia. Quem tem data e texto do consentimento entra confirmado; os outros recebem um pedido de confirmação.",
        "“Assuntos de interesse” escolhe as categorias e tags do blog que cada pessoa pode selecionar. Quem não seleciona nenhuma recebe tudo.",
        "Administradores: “Devoluções” mostra o endereço em que o serviço de e-mail avisa sobre devoluções e reclamações.",
      ],
    },
    {
      id: "edicoes",
      title: "Edições da newsletter",
      path: panelPaths.editions,
      role: "writer",
      paragraphs: [
        "Uma edição é o que os inscritos recebem: um texto, artigos do blog, ou os dois. A prévia mostra o e-mail claro, escuro e sem imagens; “Enviar teste para mim” manda para a sua caixa.",
        "O envio é aos poucos e nunca atrasa os avisos de novos contatos. Os resultados de uma edição não usam imagem de rastreamento.",
      ],
    },
    {
      id: "visitas",
      title: "Visitas",
      path: panelPaths.visits,
      paragraphs: [
        "O site conta as próprias visitas, sem cookies e sem enviar nada a outras empresas: páginas vistas, visitantes, de onde vieram, campanhas, dispositivos, cliques no WhatsApp e no telefone, e a velocidade que os visitantes sentem.",
        "Visitantes são contados por dia: a mesma pessoa em dois dias conta duas vezes. A equipe com a sessão aberta, robôs conhecidos, quem pede para não ser rastreado e quem navega sem JavaScript ficam de fora.",
        "Em “Contatos”, cada pedido do formulário conta para a página, o site e a campanha em que a visita começou. O mesmo aparece em “Origem”, ao abrir o contato.",
        "Um administrador liga e desliga a medição em Configurações Gerais, na aba Analytics.",
      ],
      steps: [
        "Escolha o período; cada total mostra a diferença para o período anterior de mesmo tamanho.",
        "Para saber o que um anúncio ou um boletim trouxe, acrescente utm_source, utm_medium e utm_campaign ao link: ele aparece em “Campanhas”.",
        "Em “Páginas não encontradas”, quem cuida do conteúdo cria redirecionamentos, para levar quem usa um link antigo à página certa.",
        "“Exportar CSV” leva os números do período para uma planilha.",
      ],
    },
    {
      id: "redirecionamentos",
      title: "Redirecionamentos",
      path: panelPaths.redirects,
      role: "writer",
      paragraphs: [
        "Quando o endereço de uma página muda, um redirecionamento leva quem usa o antigo até a página certa, seja um favorito, um link em outro site ou um resultado de busca.",
        "Ele só vale onde não existe página: o painel recusa o endereço de uma página do site, e também laços, redirecionamentos em sequência e destinos que não existem.",
        "Se uma página nova ocupa o endereço mais tarde, a lista mostra “Sem efeito”: os visitantes veem a página.",
        "“Páginas não encontradas” mostra os endereços que visitantes pediram e que não existem, sem dados pessoais. A lista ignora as tentativas comuns de robôs.",
      ],
      steps: [
        "Em “Páginas não encontradas”, o botão + cria um redirecionamento para o endereço da linha.",
        "“Testar endereço” mostra aonde um endereço leva, passo a passo.",
        "“Importar CSV” traz muitos de uma vez, com uma prévia de cada linha. Se uma for recusada, nada muda.",
      ],
    },
  ],
};

const COMPANY: Part = {
  title: "A empresa e o site",
  topics: [
    {
      id: "contato-da-empresa",
      title: "Configurações de Contato",
      path: panelPaths.contactSettings,
      role: "admin",
      paragraphs: [
        "Telefone, WhatsApp, e-mail, endereço e horário. Cada dado existe uma vez só: mude aqui e ele muda no topo, no rodapé, na página de contato e no que os buscadores leem.",
        "O e-mail desta tela também recebe o aviso de cada novo contato.",
        "“Prazo de Resposta” diz em quantas horas a empresa promete responder, em geral e por serviço. O prazo não corre fora dos dias de atendimento, nos feriados nacionais e em “Dias sem atendimento”, onde ficam recessos e feriados do estado e da cidade: sem o ano, como em “09/07: Revolução Constitucionalista”, o dia se repete todo ano.",
        "Uma mudança vale na hora para todo o site. Quem já espera resposta fica com o prazo que vencer mais tarde, e o de quem já foi respondido não muda.",
        "“Respostas no prazo” pode mostrar na página de contato a parcela cumprida nos últimos 90 dias. Com poucos pedidos ou abaixo da parcela mínima, nada aparece.",
      ],
    },
    {
      id: "distribuicao",
      title: "Distribuição",
      path: panelPaths.assignment,
      role: "admin",
      paragraphs: [
        "Diz quem fica responsável pelos contatos novos: ninguém, a pessoa de cada serviço do formulário, ou várias pessoas em rodízio. Vale para o site, o e-mail e o que a equipe registra sem responsável; contatos importados de uma planilha ficam sem responsável.",
        "Quem não pode mais entrar, ou não atende contatos, é pulado, e a tela avisa.",
        "“Quem responde primeiro vira responsável” vale para contatos que ainda não têm um.",
      ],
    },
    {
      id: "configuracoes",
      title: "Configurações Gerais",
      path: panelPaths.generalSettings,
      role: "admin",
      paragraphs: [
        "Quatro abas: a empresa (nome, logo, cor, missão e valores), SEO (o que aparece no Google e ao compartilhar), redes sociais e analytics.",
        "Em Analytics, cada cartão diz o que o serviço abre no site. Google Analytics, Pixel da Meta (Facebook) e Hotjar esperam o aceite de quem visita no aviso de cookies, que aparece sozinho quando um deles está configurado; os textos do aviso ficam em Páginas.",
        "A “Cor de destaque” vale para botões, links e destaques do site, do painel e dos e-mails. Se ela ficaria ilegível, o Vitrine usa um tom mais escuro ou mais claro e diz qual.",
        "“Logo para o tema escuro” aparece para quem usa o site no escuro; o Vitrine avisa se uma logo quase some em um dos dois fundos.",
        "“Histórico” mostra o que mudou, quando e por quem, e restaura uma versão anterior. Ctrl S salva.",
      ],
    },
    {
      id: "menu-e-rodape",
      title: "Menu e Rodapé",
      path: panelPaths.menuFooter,
      role: "writer",
      paragraphs: [
        "O que aparece no topo e no rodapé de todas as páginas. A prévia mostra o resultado antes de salvar.",
        "Prefira “Escolher página” ao escolher um link: se a página ou o artigo mudar de endereço, o link acompanha.",
      ],
    },
    {
      id: "paginas",
      title: "Páginas",
      path: panelPaths.pages,
      role: "writer",
      paragraphs: [
        "Todos os textos, números, listas e ícones das páginas públicas, página por página. Não sabe onde está uma frase? Busque por ela: o resultado abre a página no campo certo.",
        "A prévia ao lado mostra a página de verdade com o que você está digitando; em telas menores, ela fica no botão “Prévia”. O site só muda quando você salva.",
        "“Histórico” restaura uma versão anterior. “Voltar ao padrão” traz de volta os textos que vieram com o sistema, e dá para desfazer.",
        "O que você digita fica guardado neste navegador até ser salvo. Se a aba fechar, o texto volta ao abrir a página.",
        "Em qualquer texto, {company} é trocado pelo nome da empresa, {city} pela cidade, {founded} pelo ano de fundação, {years} pelos anos desde então, {year} pelo ano atual, {promise} pelo prazo de resposta, {promises_met} pela parcela respondida no prazo, e {phone}, {email} e {address} pelos dados de contato, para que você os mude em um lugar só. Quando um dado está em branco, some a frase em que ele está, ou só a parte entre colchetes, como em “Presencial[ em {city}] ou por vídeo”. Depois de uma barra vem o que aparece no lugar dela: “[Desde {founded} cuidando|Cuidamos] da tecnologia”.",
      ],
    },
    {
      id: "usuarios",
      title: "Gerenciar Usuários",
      path: panelPaths.users,
      role: "admin",
      paragraphs: [
        "Administradores podem tudo. Atendimento cuida dos contatos. Redação cuida do conteúdo: serviços, blog, páginas, mídia, edições da newsletter, redirecionamentos, menu e rodapé. Editores fazem o trabalho dos dois e cuidam das inscrições na newsletter. Todos eles veem as visitas. Usuários são visitantes com conta: veem só os próprios pedidos.",
        "O melhor jeito de trazer alguém é “Convidar”: a pessoa recebe um link e escolhe a própria senha. Sem servidor de e-mail, copie o link e envie como preferir.",
        "Desativar alguém encerra as sessões da pessoa na hora. Sempre resta pelo menos um administrador.",
      ],
    },
    {
      id: "pedidos-de-privacidade",
      title: "Privacidade",
      path: panelPaths.privacyRequests,
      role: "admin",
      paragraphs: [
        "Quem quer ver, corrigir, levar ou apagar os próprios dados pede em /privacidade/pedido e confirma o e-mail por um link. A lei dá 15 dias corridos para a resposta, contados do envio; a lista mostra quantos faltam, e quem administra recebe um e-mail por dia quando faltam três ou menos.",
        "Enquanto a pessoa não confirma, o pedido fica em “Aguardando confirmação” e some em 30 dias. Se ela provou de outro modo que o pedido é dela, mude a situação para Aberto e anote como.",
        "Pedidos encerrados ficam por cinco anos, como prova de que foram atendidos.",
      ],
      steps: [
        "Abra o pedido e use “Ver tudo o que há sobre esta pessoa” para reunir, exportar ou apagar os dados.",
        "Responda por e-mail ali mesmo. Marque “Esta resposta conclui o pedido” para encerrá-lo.",
        "Para apagar, responda antes e espere a resposta sair: com os dados vai também o e-mail do pedido. Enquanto a pessoa tiver um pedido a responder, os dados dela não são apagados; só um pedido de exclusão é concluído pela própria exclusão.",
        "Para recusar, mude a situação para Recusado, escreva o motivo e conte-o também à pessoa.",
      ],
    },
    {
      id: "registro-de-tratamento",
      title: "Registro de Tratamento",
      path: panelPaths.processing,
      role: "admin",
      paragraphs: [
        "O registro das operações de tratamento que o artigo 37 da LGPD pede: o que o site faz com dados pessoais, para quê, com que base legal, por quanto tempo e quem os recebe. Ele segue a configuração: ligar uma ferramenta de medição acrescenta a atividade dela.",
        "Anote em cada atividade o que for próprio da empresa e acrescente o que ela faz fora do site, como a folha de pagamento. O histórico guarda cada versão.",
        "“Exportar CSV” serve para planilhas; “Baixar para imprimir” gera uma página para imprimir ou arquivar.",
      ],
    },
    {
      id: "configuracoes-de-email",
      title: "Configurações de E-mail",
      path: panelPaths.mailServers,
      role: "admin",
      paragraphs: [
        "Aqui você diz por qual servidor o site envia e-mails e de qual caixa ele lê as respostas dos clientes. As mudanças valem na hora, e o que está na fila sai em seguida.",
        "A senha fica guardada cifrada e ninguém a vê de novo. Se o servidor, a porta, a segurança ou o usuário mudar, digite-a outra vez.",
        "“Domínio do remetente” mostra se SPF, DKIM e DMARC estão certos. O que faltar vem com o texto do registro, para você mandar a quem cuida do domínio.",
        "Enquanto o remetente for um endereço de exemplo, nenhum e-mail sai: tudo fica retido em “E-mails”, e um aviso vermelho diz o que falta.",
        "Se um e-mail recebido não pôde ser lido, ou se muitos de remetentes desconhecidos chegaram em pouco tempo, a tela avisa por uma semana. Ele continua na caixa de e-mail.",
      ],
      steps: [
        "Escolha o provedor: o servidor, a porta e a segurança são preenchidos, e a tela diz que senha ele pede.",
        "Informe usuário, senha e remetente e clique em “Enviar mensagem de teste”: o resultado do servidor aparece na hora. “Testar recebimento” só conta as mensagens da caixa.",
        "Salve. Se as configurações vierem das variáveis do servidor, a tela só as mostra.",
      ],
    },
    {
      id: "emails",
      title: "E-mails",
      path: panelPaths.outbox,
      role: "admin",
      paragraphs: [
        "Cada mensagem que o site envia fica registrada aqui por 90 dias: avisos de contato, confirmações, convites e links de nova senha.",
        "Se o servidor de e-mail falhar, o Vitrine tenta de novo sozinho por três dias. “Enviar de novo” tenta na hora.",
        "Clique no assunto para ver o motivo da falha, as tentativas e o caminho até o contato. O texto da mensagem não aparece: fica lacrado até o envio e é apagado depois.",
      ],
    },
    {
      id: "pessoas",
      title: "Pessoas",
      path: panelPaths.people,
      role: "admin",
      paragraphs: [
        "Quando alguém pergunta o que a empresa guarda, busque por e-mail, nome ou telefone: contatos, respostas, anotações, e-mails, newsletter, conta, imagens e auditoria aparecem juntos. “Exportar ZIP” baixa tudo; confira a pasta “interno” antes de entregar.",
        "“Apagar dados da pessoa” apaga em todo o sistema e gera um certificado assinado. Baixe-o na hora e entregue à pessoa: ele não fica guardado, e qualquer um o confere em /privacidade/certificado.",
        "Em “Prazos de guarda” você decide por quanto tempo cada tipo de dado fica. Contatos e respostas só são apagados, e imagens sem uso só vão para a lixeira, depois que você escolher um prazo. A política de privacidade e o registro de tratamento citam os prazos que valem.",
        "O registro de auditoria mostra quem viu, exportou ou apagou os dados de uma pessoa.",
      ],
    },
    {
      id: "auditoria",
      title: "Registro de Auditoria",
      path: panelPaths.audit,
      role: "admin",
      paragraphs: [
        "Quem fez o quê, quando e de onde: entradas, mudanças, exportações e tentativas recusadas, com o antes e o depois.",
        "Os registros são encadeados: se alguém alterar um deles no banco de dados, a verificação descobre.",
      ],
    },
  ],
};

const EVERYWHERE: Part = {
  title: "Em todas as telas",
  topics: [
    {
      id: "busca",
      title: "Encontrar qualquer coisa",
      paragraphs: [
        "Ctrl K (⌘ K no Mac) abre a busca do painel: telas, registros, ajuda e ações do seu perfil, sem tirar as mãos do teclado.",
        "A tecla ? lista os atalhos, e ali mesmo você pode desligá-los para a sua conta. A tecla z desfaz a última ação, enquanto o aviso dela está na tela.",
      ],
    },
    {
      id: "desfazer",
      title: "Desfazer e recuperar",
      paragraphs: [
        "Depois de excluir, o aviso no canto traz “Desfazer”. Passado o aviso, o que foi excluído fica na Lixeira da tela por 30 dias.",
        "Usuários, e-mails, inscrições na newsletter e anotações não vão para a Lixeira: o painel pergunta antes de excluir.",
        "Em posts, páginas e configurações, “Histórico” guarda as versões anteriores.",
      ],
    },
    {
      id: "ao-mesmo-tempo",
      title: "Duas pessoas na mesma tela",
      paragraphs: [
        "Se outra pessoa salvar antes de você, nada é salvo por cima. Campos diferentes são juntados; no mesmo campo, as duas versões aparecem lado a lado e você escolhe.",
      ],
    },
    {
      id: "nada-se-perde",
      title: "Sem conexão ou com a sessão encerrada",
      paragraphs: [
        "Se o servidor não responder, uma faixa avisa e o painel tenta de novo sozinho. O que você digitou continua na tela.",
        "O que você digita em posts, textos de páginas, serviços, configurações, menu, rodapé, imagens, respostas e anotações fica também guardado neste navegador, por até 30 dias, até que o servidor o tenha: se a aba fechar, volta quando você abrir o mesmo formulário.",
        "Se a sessão terminar com algo por salvar, entre de novo na janela que aparece: o que você tinha começado continua.",
        "Ao sair de uma tela, ou do sistema, com alterações não salvas, o painel pergunta antes.",
      ],
    },
    {
      id: "conta",
      title: "Minha Conta",
      path: panelPaths.ownAccount,
      paragraphs: [
        "Clique no cartão com o seu nome, no alto do menu, para mudar o seu nome, o seu e-mail e a sua senha, e para ver onde a sua conta está aberta.",
        "Um novo e-mail passa a valer quando você usa o link enviado para ele.",
        "Esqueceu a senha? Use “Esqueci minha senha” na tela de acesso ao painel.",
      ],
    },
    {
      id: "avisos",
      title: "Meus Avisos",
      path: panelPaths.notifications,
      role: "support",
      paragraphs: [
        "Escolha, para cada acontecimento, se quer o aviso na hora, no resumo diário das 8h ou nunca, e se ele vem por e-mail, no aparelho, ou pelos dois.",
        "“Ligar neste aparelho” mostra os avisos como notificações, mesmo com o painel fechado. Eles trazem só o nome e o serviço de quem escreveu; um toque abre o contato.",
        "No iPhone e no iPad, abra o painel no Safari, toque em Compartilhar e em “Adicionar à Tela de Início”, abra por esse ícone e ligue os avisos.",
        "Ao sair da conta em um aparelho, os avisos dele são desligados.",
      ],
    },
    {
      id: "seguranca",
      title: "Minha Segurança",
      path: panelPaths.security,
      paragraphs: [
        "Ligue o segundo fator (um código do celular) ou cadastre uma chave de acesso, que dispensa a senha.",
        "Guarde os códigos de recuperação fora do computador: eles abrem a conta se o celular se perder.",
        "Algumas ações pedem a senha ou o código outra vez. A confirmação vale por 10 minutos.",
      ],
    },
  ],
};

export const PARTS: readonly Part[] = [DAILY, COMPANY, EVERYWHERE];
