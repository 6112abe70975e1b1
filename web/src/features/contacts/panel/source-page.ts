/** The page of the site on which a visit or a conversation began. */
import { paths } from "@/lib/paths";

const NAMES: Readonly<Record<string, string>> = {
  [paths.home]: "página inicial",
  [paths.about]: "página Sobre",
  [paths.services]: "página Serviços",
  [paths.blog]: "página do blog",
  [paths.contact]: "página Contato",
  [paths.newsletter]: "página da newsletter",
  [paths.privacy]: "página da Política de Privacidade",
  [paths.terms]: "página dos Termos de Uso",
};

/** Names a page in a sentence: 'página inicial', 'página do artigo /blog/backup' or, for other pages, 'página /conta'. */
export function pageName(path: string): string {
  const name = NAMES[path];
  if (name) return name;
  if (isIn(paths.services, path)) return `página do serviço ${path}`;
  if (isIn(paths.blog, path)) return `página do artigo ${path}`;
  return `página ${path}`;
}

/** Returns whether a path has one part after that of the folder. */
const isIn = (folder: string, path: string) =>
  path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/");
