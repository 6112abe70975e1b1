/** What stands where the pictures are: the pictures, their placeholders, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";
import { ImageOff, Images, Trash2 } from "lucide-react";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import type { Media } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { cn } from "@/panel/cn";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { isFiltered, type MediaFilter, pictureQueryPath } from "./media-filter";
import type { MediaPage } from "./media-queries";
import { Thumbnail } from "./thumbnail";
import type { MediaList } from "./use-media-list";

const PLACEHOLDERS = 12;

interface MediaResultsProps {
  page: UseQueryResult<MediaPage>;
  list: MediaList;
}

export function MediaResults({ page, list }: MediaResultsProps) {
  const { data } = page;
  return (
    <>
      <p role="status" className="text-muted mb-2 min-h-6 text-sm">
        {data ? formatCount(data.total, "imagem", "imagens") : page.isError ? "" : "Carregando imagens…"}
      </p>
      <Pictures page={page} list={list} />
    </>
  );
}

function Pictures({ page, list }: MediaResultsProps) {
  const { data } = page;
  if (page.isError && !data) {
    return (
      <LoadingFailed
        title="Erro ao carregar imagens"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (data?.pictures.length === 0) return <NoPictures filter={list.filter} />;
  return (
    <ul
      className={cn("media-grid", page.isPlaceholderData && "opacity-60")}
      aria-busy={!data || page.isPlaceholderData}
      aria-label="Imagens"
    >
      {data
        ? data.pictures.map((media) => <Card key={media.id} media={media} list={list} />)
        : Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <li key={index} aria-hidden className="bg-sunken aspect-[4/5] animate-pulse rounded-lg" />
          ))}
    </ul>
  );
}

function Card({ media, list: { filter, state } }: { media: Media; list: MediaList }) {
  return (
    <li className="border-line bg-surface hover:border-control relative overflow-hidden rounded-lg border">
      <Thumbnail media={media} />
      <div className="grid gap-1 p-3">
        <Link
          to={pictureQueryPath(media.id, filter)}
          state={state}
          preventScrollReset
          data-media={media.id}
          className="truncate text-sm font-medium after:absolute after:inset-0 after:rounded-lg"
          title={media.name}
        >
          {media.name}
        </Link>
        <span className="text-muted text-xs">
          {media.width} × {media.height}
        </span>
        {media.alt === "" && (
          <span>
            <Badge tone="warning">Sem texto alternativo</Badge>
          </span>
        )}
      </div>
    </li>
  );
}

function NoPictures({ filter }: { filter: MediaFilter }) {
  if (isFiltered(filter)) {
    return (
      <EmptyState icon={ImageOff} title="Nenhuma imagem encontrada">
        Tente ajustar a busca ou os filtros.
      </EmptyState>
    );
  }
  if (filter.trash) {
    return (
      <EmptyState icon={Trash2} title="A lixeira está vazia">
        O que você exclui fica aqui por 30 dias e pode voltar.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Images} title="Nenhuma imagem por aqui">
      Arraste arquivos para a área acima. Eles ficam prontos para os artigos, a logo e as redes sociais.
    </EmptyState>
  );
}
