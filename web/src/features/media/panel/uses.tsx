import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import type { MediaUse } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { mediaUses } from "./queries";

const KINDS: Readonly<Record<MediaUse["kind"], string>> = {
  post_cover: "Capa do post",
  post_text: "Texto do post",
  edition: "Edição da newsletter",
  page: "Textos da página",
  settings: "Configurações",
};

/** Lists the records that show a picture. */
export function MediaUses({ id }: { id: string }) {
  const { data, error } = useQuery(mediaUses(id));
  return (
    <section aria-label="Onde é usada" className="grid gap-2">
      <h3 className="text-sm font-medium">Onde é usada</h3>
      {error && (
        <p className="text-danger text-sm">
          {messageOf(error, "Não foi possível descobrir onde a imagem é usada.")}
        </p>
      )}
      {data?.length === 0 && <p className="text-muted text-sm">Em nenhum lugar por enquanto.</p>}
      {data && data.length > 0 && <UseList uses={data} />}
    </section>
  );
}

function UseList({ uses }: { uses: MediaUse[] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {uses.map(({ kind, id, label, path }) => (
        <li key={`${kind} ${id ?? label}`}>
          <span className="text-muted">{KINDS[kind]}: </span>
          {path ? (
            <a className="text-accent underline" href={path} target="_blank" rel="noreferrer">
              {label}
              <span className="sr-only"> (abre em outra aba)</span>
            </a>
          ) : id ? (
            // A post or an edition without a public page: the link opens its editor.
            <Link
              className="text-accent underline"
              to={kind === "edition" ? panelPaths.edition(id) : panelPaths.post(id)}
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </li>
      ))}
    </ul>
  );
}
