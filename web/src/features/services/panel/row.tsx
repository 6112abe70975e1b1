/** A row of the list of services. */
import { Copy, ExternalLink, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { Service } from "@/api/types";
import { cn } from "@/panel/cn";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { Tooltip } from "@/panel/controls/tooltip";
import type { RowControls } from "@/panel/list/reorder-list";
import { useCreate, useSetActive } from "@/panel/record/changes";
import { pageOf } from "./categories";
import { type ServiceList, servicePath } from "./filter";
import { copyOf, SERVICE } from "./record";

interface ServiceRowProps {
  service: Service;
  list: ServiceList;
  controls: RowControls | null;
  onDelete: (service: Service) => void;
}

export function ServiceRow({ service, list, controls, onDelete }: ServiceRowProps) {
  return (
    <div
      className={cn(
        "grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-3 py-3 sm:px-4",
        "lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:items-center",
      )}
    >
      <div className="flex items-center gap-2">
        {controls?.handle ?? <span className="hidden size-8 sm:block" />}
        <span className={cn("w-7 text-center text-xl", !service.is_active && "opacity-50")} aria-hidden>
          {service.icon}
        </span>
      </div>
      <Summary service={service} list={list} />
      <div className="col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1 lg:col-start-3">
        <Active service={service} />
        <div className="-mx-2 flex flex-wrap items-center lg:mx-0">
          {/* The placeholder aligns the switches of rows with and without these buttons. */}
          {controls?.buttons ?? <span className="hidden w-16 lg:block" />}
          <Actions service={service} list={list} onDelete={onDelete} />
        </div>
      </div>
    </div>
  );
}

function Summary({ service, list }: { service: Service; list: ServiceList }) {
  const { label, path } = pageOf(service);
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className={cn("min-w-0 text-sm font-medium", !service.is_active && "text-muted")}>
          <Link
            to={servicePath(service.id, list.filter)}
            preventScrollReset
            data-record={service.id}
            className="hover:underline hover:underline-offset-4"
          >
            {service.title}
          </Link>
        </h3>
        {service.is_featured && <Badge tone="info">Destaque</Badge>}
        {!service.is_active && <Badge>Fora do site</Badge>}
      </div>
      <p className="text-muted mt-0.5 line-clamp-2 text-sm lg:line-clamp-1">{service.description}</p>
      <p className="text-muted mt-1 text-xs">
        {service.features.length === 1 ? "1 item" : `${service.features.length} itens`} ·{" "}
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="decoration-line hover:text-ink inline-flex items-center gap-1 underline underline-offset-4"
        >
          {label}
          <ExternalLink className="size-3" aria-hidden />
          <span className="sr-only"> no site, em outra aba</span>
        </a>
      </p>
    </div>
  );
}

function Active({ service }: { service: Service }) {
  const set = useSetActive(SERVICE);
  return (
    <Switch
      label={`${service.title} ativo`}
      labelHidden
      checked={service.is_active}
      onChange={(event) => set.mutate({ value: service, is_active: event.target.checked })}
    />
  );
}

function Actions({ service, list, onDelete }: Omit<ServiceRowProps, "controls">) {
  const create = useCreate(SERVICE);
  const duplicate = () => create.mutate(copyOf(service), { onSuccess: ({ id }) => list.open(id) });
  return (
    <>
      <Action label={`Duplicar ${service.title}`} onPress={duplicate}>
        <Copy aria-hidden />
      </Action>
      <Action label={`Editar ${service.title}`} onPress={() => list.open(service.id)}>
        <Pencil aria-hidden />
      </Action>
      <Action label={`Excluir ${service.title}`} isDanger onPress={() => onDelete(service)}>
        <Trash2 aria-hidden />
      </Action>
    </>
  );
}

interface ActionProps {
  label: string;
  isDanger?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Action({ label, isDanger, onPress, children }: ActionProps) {
  return (
    <Tooltip label={label}>
      <Button
        variant="ghost"
        size="icon"
        className={isDanger ? "hover:bg-danger-soft hover:text-danger" : undefined}
        once
        aria-label={label}
        onClick={onPress}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
