/** The filters of the list: beside the search where there is space, and the others behind a button. */
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useId } from "react";

import { AssigneeFilter } from "@/features/contacts/panel/assignee";
import { filterValues } from "@/features/contacts/panel/queries";
import {
  CHANNELS,
  type ContactFilter,
  CONTACTS,
  type Layout,
  ORDERS,
  STATUSES,
  UNORDERED_VIEWS,
} from "@/features/contacts/panel/record";
import { STAGES } from "@/features/contacts/panel/stages/stages";
import { useMedia } from "@/lib/use-media";
import { Button } from "@/panel/controls/button";
import { DayField, FilterColumn, FilterSelect } from "@/panel/list/list-toolbar";
import type { ListState } from "@/panel/list/use-list-state";
import { SaveFilter } from "./saved-filters";

type List = ListState<ContactFilter>;

/** Screens with space for filters beside the search of the table. */
const WIDE = "(width >= 48rem)";
/** Screens with space for the order, too. */
const WIDER = "(width >= 80rem)";

export function Filters({ list, layout }: { list: List; layout: Layout }) {
  const isWide = useMedia(WIDE) && layout !== "conversa";
  const isWider = useMedia(WIDER) && isWide;
  const { filter } = list;
  const { status, assigned, service, source, channel, campaign, stage, from, to } = filter;
  const more = [service, source, channel ?? "", campaign, stage ?? "", from, to];
  const behind = isWide ? more : [...more, status ?? "", assigned];
  const hasOrder = layout !== "quadro" && !UNORDERED_VIEWS.includes(filter.view);
  return (
    <>
      {isWide && <MainFilters list={list} />}
      <FilterPopover count={behind.filter((value) => value !== "").length}>
        {!isWide && <MainFilters list={list} />}
        <MoreFilters list={list} />
        {!isWider && hasOrder && (
          <div className="border-line border-t pt-2.5">
            <OrderSelect list={list} />
          </div>
        )}
      </FilterPopover>
      {CONTACTS.isFiltered(filter) && <SaveFilter filter={filter} />}
      {isWider && hasOrder && <OrderSelect list={list} />}
    </>
  );
}

function MainFilters({ list: { filter, show } }: { list: List }) {
  return (
    <>
      <FilterSelect
        label="Filtrar por status"
        name="Status"
        all="Todos os status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => show({ status })}
      />
      <AssigneeFilter assigned={filter.assigned} onChange={(assigned) => show({ assigned })} />
    </>
  );
}

function OrderSelect({ list: { filter, show } }: { list: List }) {
  return (
    <FilterSelect
      label="Ordenar"
      name="Ordem"
      options={ORDERS}
      value={filter.order}
      onChange={(order) => order && show({ order })}
    />
  );
}

const SOURCES: Readonly<Record<string, string>> = { direct: "Acesso direto", unknown: "Desconhecida" };

function MoreFilters({ list: { filter, show } }: { list: List }) {
  const { data = { services: [], sources: [], campaigns: [] } } = useQuery(filterValues);
  const { service, source, channel, campaign, stage, from, to } = filter;
  return (
    <>
      <FilterSelect
        label="Filtrar por etapa"
        name="Etapa"
        all="Todas as etapas"
        options={STAGES}
        value={stage}
        onChange={(stage) => show({ stage })}
      />
      <FilterSelect
        label="Filtrar por serviço"
        name="Serviço"
        all="Todos os serviços"
        options={optionsOf(data.services, service)}
        value={service}
        onChange={(service) => show({ service: service ?? "" })}
      />
      <FilterSelect
        label="Filtrar por origem"
        name="Origem"
        all="Todas as origens"
        options={optionsOf([...data.sources, "unknown"], source).map(({ value }) => ({
          value,
          label: SOURCES[value] ?? value,
        }))}
        value={source}
        onChange={(source) => show({ source: source ?? "" })}
      />
      <FilterSelect
        label="Filtrar por canal"
        name="Canal"
        all="Todos os canais"
        options={CHANNELS}
        value={channel}
        onChange={(channel) => show({ channel })}
      />
      {(data.campaigns.length > 0 || campaign !== "") && (
        <FilterSelect
          label="Filtrar por campanha"
          name="Campanha"
          all="Todas as campanhas"
          options={optionsOf(data.campaigns, campaign)}
          value={campaign}
          onChange={(campaign) => show({ campaign: campaign ?? "" })}
        />
      )}
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">Data de recebimento</legend>
        <DayField label="Recebidos de" value={from} max={to} onChange={(from) => show({ from })} />
        <DayField label="Até" value={to} min={from} onChange={(to) => show({ to })} />
      </fieldset>
    </>
  );
}

/** Returns the options for some values, and for the chosen one even if it isn't among them. */
function optionsOf(values: readonly string[], chosen: string) {
  const all = chosen === "" || values.includes(chosen) ? values : [...values, chosen];
  return all.map((value) => ({ value, label: value }));
}

/** A button with filters in a popover, so that they move no row. `count` is the number of active ones. */
function FilterPopover({ count, children }: { count: number; children: ReactNode }) {
  const id = useId();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button className="px-2.5" icon={SlidersHorizontal}>
          Filtros
          {count > 0 && (
            <span className="bg-accent-soft text-accent-strong min-w-5 rounded-full px-1 text-xs">
              {count}
            </span>
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-labelledby={id}
          className="appearing border-line bg-surface shadow-high z-40 grid max-h-(--radix-popover-content-available-height) w-84 max-w-[calc(100vw-1.5rem)] gap-3 overflow-y-auto rounded-lg border p-4"
        >
          <p id={id} className="text-sm font-semibold">
            Filtros
          </p>
          <FilterColumn>{children}</FilterColumn>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
