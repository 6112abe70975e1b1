/** The page of the site on which a visit or a conversation began. */
import { paths } from "@/lib/paths";

/** Names a page in a sentence: 'página inicial' or 'página /servicos'. */
export function pageName(path: string): string {
  return path === paths.home ? "página inicial" : `página ${path}`;
}
