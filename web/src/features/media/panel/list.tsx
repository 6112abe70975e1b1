/** The list of pictures in the media library, and its filters. */
import { ImageOff, Images } from "lucide-react";

import type { Media } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Badge } from "@/panel/controls/badge";
import { EMPTY_TRASH, EmptyState } from "@/panel/feedback/empty-state";
import { FilterSelect, ListToolbar, type ToolbarList } from "@/panel/list/list-toolbar";
import { RowLink } from "@/panel/list/row-link";
import type { Records } from "@/panel/list/use-records";
import { FOLDERS, FORMATS, LIBRARY, type MediaFilter } from "./queries";
import { Thumbnail } from "./thumbnail";

const PLACEHOLDERS = 12;

export function MediaToolbar({ list }: { list: ToolbarList<MediaFilter> }) {
  const { filter, show } = list;
  return (
    <ListToolbar list={list} label="Buscar imagens" placeholder="Nome ou texto alternativo…">
      <FilterSelect
        label="Filtrar por pasta"
        all="Todas as pastas"
        options={FOLDERS}
        value={filter.folder}
        onChange={(folder) => show({ folder })}
      />
      <FilterSelect
        label="Filtrar por tipo"
        all="Todos os tipos"
        options={FORMATS}
        value={filter.type}
        onChange={(type) => show({ type })}
      />
    </ListToolbar>
  );
}

export function Pictures({ records: { items, isStale } }: { records: Records<Media> }) {
  return (
    <ul
      className={cn("media-grid", isStale && "opacity-60")}
      aria-busy={!items || isStale}
      aria-label="Imagens"
    >
      {items
        ? items.map((media) => <Picture key={media.id} media={media} />)
        : Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <li key={index} aria-hidden className="bg-sunken aspect-[4/5] animate-pulse rounded-lg" />
          ))}
    </ul>
  );
}

function Picture({ media }: { media: Media }) {
  return (
    <li className="border-line bg-surface hover:border-control relative overflow-hidden rounded-lg border">
      <Thumbnail media={media} />
      <div className="grid gap-1 p-3">
        <RowLink
          codec={LIBRARY}
          id={media.id}
          path={panelPaths.picture(media.id)}
          className="truncate text-sm font-medium after:absolute after:inset-0 after:rounded-lg"
          title={media.name}
        >
          {media.name}
        </RowLink>
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

export function NoPictures({ filter }: { filter: MediaFilter }) {
  if (LIBRARY.isFiltered(filter)) {
    return (
      <EmptyState icon={ImageOff} title="Nenhuma imagem encontrada">
        Tente ajustar a busca ou os filtros.
      </EmptyState>
    );
  }
  if (filter.trash) {
    return (
      <EmptyState {...EMPTY_TRASH}>
        Imagens excluídas ficam aqui por 30 dias e podem ser restauradas nesse prazo.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Images} title="Nenhuma imagem por aqui">
      Arraste arquivos para a área acima. Eles ficam prontos para os artigos, a logo e as redes sociais.
    </EmptyState>
  );
}
