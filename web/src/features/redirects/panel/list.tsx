/** Columns of the lists of redirects and of missing pages. */
import { EyeOff, Pencil, Plus, Route, Trash2 } from "lucide-react";

import type { ListedRedirect, MissingPage, Redirect } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";
import { CardCount } from "@/panel/list/card-count";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { actionsColumn } from "@/panel/list/row-actions";
import { RowButton } from "@/panel/list/row-link";
import { MISSING_PAGE, REDIRECT } from "./record";

const WRAPPED = "@max-table:wrap-anywhere @max-table:whitespace-normal";
const ADDRESS = {
  width: "minmax(0, 1fr)",
  className: `text-ink font-medium @lines:@max-table:self-baseline ${WRAPPED}`,
};
const HITS = { width: "7rem", className: "@max-table:self-baseline @max-lines:text-right" };

const hitCount = (hits: number) => <CardCount count={hits} one="acesso" many="acessos" />;

export const CARDS: Cards = {
  narrow: '"from actions" "to to" "type hits" / minmax(0, 1fr) auto',
  medium: '"from type hits actions" "to to last actions" / minmax(0, 1fr) 6.5rem 9rem 6rem',
};

interface RedirectActions {
  onTrace: (redirect: Redirect) => void;
  onEdit: (redirect: Redirect) => void;
  onDelete: (redirect: Redirect) => void;
}

export const redirectColumns = ({
  onTrace,
  onEdit,
  onDelete,
}: RedirectActions): RecordColumn<ListedRedirect>[] => [
  column(
    "from",
    "Endereço antigo",
    (redirect) => <RowButton id={redirect.id} text={redirect.from_path} onClick={() => onEdit(redirect)} />,
    { ...ADDRESS, className: `${ADDRESS.className} overflow-visible` },
  ),
  column(
    "to",
    "Destino",
    ({ to_url, inactive_because }) => (
      <>
        <span title={to_url}>→&nbsp;{to_url}</span>
        {inactive_because && (
          <span className="text-danger block text-xs whitespace-normal">{inactive_because}</span>
        )}
      </>
    ),
    { width: "minmax(0, 1fr)", className: WRAPPED },
  ),
  column(
    "type",
    "Tipo",
    ({ is_permanent, inactive_because }) => {
      if (inactive_because) return <Badge tone="danger">Sem efeito</Badge>;
      return is_permanent ? <Badge>Permanente</Badge> : <Badge tone="warning">Temporário</Badge>;
    },
    { width: "6.5rem", className: "@max-table:self-baseline" },
  ),
  column("hits", "Acessos", ({ hits }) => hitCount(hits), HITS),
  column(
    "last",
    "Último acesso",
    ({ last_hit_at }) =>
      last_hit_at ? formatDateTime(last_hit_at) : <span className="@max-table:hidden">–</span>,
    { width: "9rem" },
  ),
  actionsColumn<ListedRedirect>(
    REDIRECT,
    [
      { icon: Pencil, label: "Editar", run: onEdit },
      { icon: Route, label: "Testar", run: onTrace },
      { icon: Trash2, label: "Excluir", run: onDelete, isDanger: true },
    ],
    { hasRowLink: true },
  ),
];

export const MISSING_CARDS: Cards = {
  narrow: '"path hits" "referrer last" ". ." 4px "actions actions" / minmax(0, 1fr) auto',
  medium: '"path hits actions" "referrer last actions" / minmax(0, 1fr) 9rem 14.5rem',
};

interface MissingPageActions {
  onRedirect: (page: MissingPage) => void;
  onIgnore: (page: MissingPage) => void;
}

export const missingColumns = ({ onRedirect, onIgnore }: MissingPageActions): RecordColumn<MissingPage>[] => [
  column("path", "Endereço", ({ path }) => <span title={path}>{path}</span>, ADDRESS),
  column(
    "referrer",
    "De onde veio",
    ({ referrer }) => (referrer ? `de ${referrer}` : "origem desconhecida"),
    {
      width: "minmax(0, 0.6fr)",
      className: WRAPPED,
    },
  ),
  column("hits", "Acessos", ({ hits }) => hitCount(hits), HITS),
  column("last", "Último acesso", ({ last_seen_at }) => formatDateTime(last_seen_at), { width: "9rem" }),
  actionsColumn(
    MISSING_PAGE,
    [
      { icon: Plus, label: "Criar redirecionamento", run: onRedirect, isLabeled: true },
      { icon: EyeOff, label: "Ignorar", run: onIgnore },
    ],
    { width: "14.5rem" },
  ),
];
