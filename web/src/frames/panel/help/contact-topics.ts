/** Topics of the guide about contacts. */
import { panelPaths } from "@/lib/paths";
import type { Topic } from "./topic";

export const CONTACT_TOPICS: readonly Topic[] = [
  {
    id: "contatos",
    title: "Gerenciar Contatos",
    path: panelPaths.contacts,
    role: "support",
    paragraphs: [
      "Tudo o que chega pelo formulário do site fica aqui: primeiro os atrasados, depois do mais novo para o mais antigo. Abrir um contato novo marca-o como lido; passar por ele na lista, não.",
      "As visões separam o trabalho: Aguardando mostra quem espera resposta, com o prazo mais próximo primeiro; Atrasados, Meus, Sem responsável e Novos, uma parte deles; Todos, a caixa inteira. O que você arquiva sai de Meus e de Sem responsável.",
      "“Conversa” mostra a lista e, ao lado, o contato aberto com a resposta ao pé. “Tabela” mostra todas as colunas e abre o contato numa janela. “Quadro” mostra uma coluna por etapa da venda. A escolha vale para a sua conta.",
      "A etapa diz em que pé está a venda e não depende do status: Novo, Em conversa, Proposta, Ganho ou Perdido. A primeira resposta entregue leva de Novo a Em conversa; o resto é você quem muda, no quadro ou nos dados do contato. Ganho pode ter um valor em reais; Perdido pede um motivo. Os dois encerram a espera por resposta, até a pessoa escrever de novo. “Reabrir” devolve o contato à etapa de antes.",
      "O prazo de resposta só corre nos dias em que a empresa atende. A lista mostra até quando responder: “até segunda, 18h”. As horas prometidas e os dias sem atendimento ficam em Configurações de Contato.",
      "O que parece spam vai para a aba Suspeitos, continua novo e não é apagado por isso: olhe de vez em quando e devolva o que for de verdade.",
      "Excluir manda para a Lixeira, onde o contato fica por 30 dias. “Desfazer”, no aviso que aparece, traz de volta na hora.",
    ],
    steps: [
      "Busque por nome, e-mail, empresa, telefone ou mensagem; acentos e maiúsculas não importam. Em “Filtros” estão o serviço, o período, a origem e o responsável. “Salvar filtro” guarda a visão e os filtros sob um nome, só para você.",
      "A resposta por e-mail leva a mensagem da pessoa citada. Depois de enviar, você tem 10 segundos para desfazer: o texto volta para o campo. O status muda para Respondido quando o servidor de e-mail aceita a resposta; se ela for recusada, o contato continua esperando e mostra “Não entregue”, com “Tentar de novo” e “Corrigir o endereço” na mensagem. Se alguém da equipe respondeu enquanto você escrevia, o painel avisa antes de mandar a sua. Por WhatsApp, a conversa abre com o texto pronto; depois, é você quem muda o status.",
      "“Modelos” põe um texto pronto na resposta, com o nome, a empresa e o serviço do contato. Sua “Assinatura” fica ao fim de cada resposta nova. “Cc” manda cópia a até cinco endereços. O cliente recebe de “Seu nome, Empresa”.",
      "A seta no alto do contato o encaminha por e-mail a um colega, com o seu recado, e pode passar a responsabilidade. Se um colega está respondendo ao mesmo contato, o nome dele aparece sobre a resposta, como também o que ele mudou ou respondeu depois que você abriu o contato.",
      "“Anexar” põe até 5 arquivos na resposta: PDF, JPEG, PNG ou WebP, de 10 MB cada e 15 MB no total. Também dá para arrastar ou colar. As fotos perdem a localização e ficam com até 2560 pixels. Quem escreve pelo site pode mandar até 3 arquivos: eles aparecem na primeira mensagem, para baixar, com o aviso do que não chegou. Abra só o que você espera: o painel não procura vírus.",
      "Em “Responsável”, diga quem cuida do contato. A visão “Meus” mostra os seus.",
      "Em “Próximo passo”, “Planejar” diz o que fazer, em que dia e, se quiser, a que horas. Na hora, ou às 8h, o responsável recebe um lembrete, conforme os avisos dele. “Feito” leva o passo para a linha do tempo. A visão “Meus passos” mostra os seus, e o Dashboard também.",
      "No quadro, arraste o contato para outra coluna, ou use “Mover para…”. Pelo teclado, as setas passam pelos contatos, e Shift com as setas para os lados muda a etapa. Ganho e Perdido mostram os últimos 90 dias; “Mostrar todos” traz os outros.",
      "Pelo teclado: c registra um contato, j e k passam pela lista, Enter na busca vai ao primeiro resultado, Enter numa linha abre, r responde, w escreve pelo WhatsApp, n anota, a define o responsável, e arquiva, x marca e z desfaz. Ctrl Enter envia; Ctrl Shift Enter envia e abre o próximo. No celular, botões grandes ao pé do contato fazem o mesmo.",
      "A linha do tempo reúne os contatos da mesma pessoa, as respostas, as mudanças e as anotações, que só a equipe vê.",
      "“Novo contato” registra uma ligação, uma visita ou uma conversa: basta o nome e um telefone ou e-mail. O prazo conta de quando a pessoa falou com a empresa, e ela não recebe aviso nenhum.",
      "As conversas que começam pelo botão de WhatsApp do site terminam com um protocolo. Cole a mensagem em “Novo contato”, canal WhatsApp: o contato fica com o que a pessoa escreveu, e com a página, a campanha e a hora em que ela clicou.",
      "Se a pessoa tem outros contatos, “Juntar”, nos dados do contato, traz as mensagens, respostas e anotações deles para este e, se faltam, a etapa e o valor. Fica o próximo passo com a data mais próxima. “Desfazer a junção” funciona enquanto nenhum deles mudar.",
      "Marque vários contatos para mudar o status ou o responsável, ou para excluir, de uma vez.",
      "Administradores trazem contatos de uma planilha com “Importar”, que mostra antes o que vai entrar. Por 24 horas, “Desfazer importação”, na mesma janela, manda para a Lixeira os contatos em que ninguém mexeu.",
      "Administradores também levam a lista filtrada com “Exportar CSV” e, a pedido da pessoa, apagam tudo o que é dela com “Apagar dados da pessoa”.",
    ],
  },
  {
    id: "modelos",
    title: "Modelos de Resposta",
    path: panelPaths.replyTemplates,
    role: "support",
    paragraphs: [
      "Um modelo é um texto pronto para responder por e-mail ou WhatsApp. A equipe toda usa os mesmos: quem atende cria, muda e exclui.",
      "Os campos {nome}, {empresa}, {serviço} e {responsável} viram os dados do contato, também quando você os digita na resposta. Se o contato não tem o dado, ou se o campo não existe, a resposta não sai até você trocar o campo por um texto.",
    ],
    steps: [
      "Para usar um modelo, abra o contato e escolha-o em “Modelos”, ao pé da resposta. “Gerenciar modelos…” leva a esta tela.",
    ],
  },
  {
    id: "resultados",
    title: "Resultados",
    path: panelPaths.results,
    role: "support",
    paragraphs: [
      "Mostra quantos dos contatos recebidos no período chegaram a cada etapa, quanto valem os negócios ganhos, por que outros se perderam, e quanto tempo as pessoas esperaram pela primeira resposta (a mediana: metade esperou menos).",
      "Os quadros separam os números pelo caminho do contato (canal, origem ou campanha, em “De onde vieram”), por serviço e por responsável. Clique num nome para ver os contatos. “Valor ganho”, no alto, soma os negócios fechados no período, mesmo os de contatos mais antigos.",
      "As campanhas cadastradas no fim da tela entram no protocolo do botão de WhatsApp do site. Sem cadastro, a conversa não diz de que anúncio veio. Quem pede ao navegador para não ser rastreado não informa campanha.",
    ],
    steps: [
      "Termine o link do anúncio com ?utm_campaign=nome e cadastre esse nome em “Campanhas”.",
      "Uma campanha pode ser corrigida, mas não excluída, porque protocolos em uso a citam.",
    ],
  },
];
