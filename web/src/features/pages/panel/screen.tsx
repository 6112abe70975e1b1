/** The list of pages, and a search in all their texts. */
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, SearchX } from "lucide-react";
import { Link, useSearchParams } from "react-router";

import { messageOf } from "@/api/api-error";
import type { PageSummary } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Badge } from "@/panel/controls/badge";
import { Card } from "@/panel/controls/card";
import { EmptyState } from "@/panel/feedback/empty-state";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeletons } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { SearchField } from "@/panel/list/search-field";
import { Screen } from "@/panel/screen";
import { pageList, pageTexts } from "./queries";
import { TextMatches } from "./text-matches";

export function PagesScreen() {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  return (
    <Screen title="Páginas">
      <div className="mb-5 grid gap-3">
        <p className="text-muted max-w-prose text-sm text-pretty">
          Todos os textos, números e listas das páginas públicas. Escolha uma página, ou busque uma palavra
          para saber onde ela está.
        </p>
        <SearchField
          search={search}
          onSearch={(text) => setParams(text ? { search: text } : {}, { replace: true })}
          label="Buscar nos textos das páginas"
          placeholder="Buscar em todos os textos"
        />
      </div>
      {search ? <Found search={search} /> : <Groups />}
    </Screen>
  );
}

function Found({ search }: { search: string }) {
  const { data, error, isFetching, refetch } = useQuery(pageTexts(search));
  if (data) {
    return data.length > 0 ? (
      <TextMatches matches={data} search={search} />
    ) : (
      <EmptyState icon={SearchX} title="Nada encontrado">
        Nenhum texto das páginas tem “{search}”. Nomes da empresa, telefones e endereços ficam em
        Configurações; artigos e serviços têm telas próprias.
      </EmptyState>
    );
  }
  if (!error) return <Placeholder />;
  return (
    <LoadingFailed
      title="Não foi possível buscar nos textos."
      reason={messageOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Groups() {
  const { data, error, isFetching, refetch } = useQuery(pageList);
  if (data) {
    const groups = [...new Set(data.map(({ group }) => group))];
    return (
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {groups.map((group) => (
          <Card key={group} title={group} isFlush>
            <ul className="divide-line border-line divide-y border-t">
              {data
                .filter((page) => page.group === group)
                .map((page) => (
                  <Row key={page.name} page={page} />
                ))}
            </ul>
          </Card>
        ))}
      </div>
    );
  }
  if (!error) return <Placeholder />;
  return (
    <LoadingFailed
      title="Não foi possível carregar as páginas."
      reason={messageOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Row({ page: { name, label, location, updated_at, is_changed } }: { page: PageSummary }) {
  return (
    <li className="hover:bg-sunken has-focus-visible:outline-focus relative flex items-center gap-3 px-4 py-3 -outline-offset-2 has-focus-visible:outline-2 sm:px-5">
      <div className="min-w-0 grow">
        <Link
          to={panelPaths.page(name)}
          className="text-sm font-medium outline-none after:absolute after:inset-0 after:content-['']"
        >
          {label}
        </Link>
        <p className="text-muted truncate text-xs">
          {location}
          {updated_at && ` · alterada em ${formatDateTime(updated_at)}`}
        </p>
      </div>
      {is_changed && <Badge tone="info">Personalizada</Badge>}
      <ChevronRight className="text-muted size-4 shrink-0" aria-hidden />
    </li>
  );
}

const CARDS = Array<string>(4).fill("h-44 rounded-lg");

const Placeholder = () => <Skeletons label="Carregando páginas…" parts={CARDS} className="lg:grid-cols-2" />;
