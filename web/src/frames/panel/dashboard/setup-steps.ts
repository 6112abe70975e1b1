/** The setup steps of a new site, each with the screen on which it is done. */
import type { SetupSteps } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { local } from "@/lib/storage";

export interface Step {
  name: keyof SetupSteps;
  label: string;
  hint: string;
  path: string;
}

export const STEPS: readonly Step[] = [
  {
    name: "name",
    label: "Informar o nome da empresa",
    hint: "O site ainda usa o nome de exemplo.",
    path: panelPaths.generalSettings,
  },
  {
    name: "logo",
    label: "Enviar a logo",
    hint: "Aparece no cabeçalho de todas as páginas.",
    path: panelPaths.generalSettings,
  },
  {
    name: "phone",
    label: "Informar o telefone",
    hint: "O site ainda não mostra nenhum.",
    path: panelPaths.contactSettings,
  },
  {
    name: "email",
    label: "Informar o e-mail",
    hint: "Recebe os avisos de contato e os pedidos sobre dados pessoais.",
    path: panelPaths.contactSettings,
  },
  {
    name: "mail",
    label: "Configurar o envio",
    hint: "Até lá, as mensagens esperam na fila.",
    path: panelPaths.mailServers,
  },
];

export const isDone = (setup: SetupSteps) => STEPS.every(({ name }) => setup[name]);

const KEY = "setup_done";

/** Returns whether all steps were done at the last visit, so that no placeholder is shown while they load. */
export const wasDone = () => local.read(KEY) !== null;

export function rememberDone(done: boolean): void {
  if (done) local.write(KEY, "true");
  else local.remove(KEY);
}
