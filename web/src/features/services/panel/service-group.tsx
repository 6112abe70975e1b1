/** The services of one category, in the order that staff give them. */
import { Plus } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";

import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { formatNumber } from "@/panel/format";
import { ReorderList } from "@/panel/list/reorder-list";
import { useReorderServices } from "./service-changes";
import { ServiceEditor } from "./service-editor";
import { type Group, newServicePath } from "./service-filter";
import { ServiceRow } from "./service-row";
import type { ServiceList } from "./use-service-list";

interface ServiceGroupProps {
  group: Group;
  list: ServiceList;
  onDelete: (service: Service) => void;
}

export function ServiceGroup({ group: { category, services }, list, onDelete }: ServiceGroupProps) {
  const id = useId();
  const reorder = useReorderServices();
  const isPart = list.filter.search !== "";
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-center gap-2">
        <h2 id={id} className="text-sm font-semibold">
          {category}
        </h2>
        <span className="text-muted text-xs">{formatNumber(services.length)}</span>
        <Button asChild variant="ghost" size="sm" className="ml-auto">
          <Link to={newServicePath(list.filter, category)} aria-label={`Adicionar em ${category}`}>
            <Plus aria-hidden />
            Adicionar
          </Link>
        </Button>
      </div>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        {services.length === 0 ? (
          <p className="text-muted px-4 py-3 text-sm">Nenhum serviço nesta categoria.</p>
        ) : (
          <ReorderList
            label={`Serviços de ${category}`}
            items={services}
            keyOf={(service) => service.id}
            nameOf={(service) => service.title}
            onReorder={(order) => reorder(category, services, order)}
            locked={isPart}
            className="divide-line divide-y"
          >
            {(service, controls) =>
              service.id === list.opened ? (
                <ServiceEditor key={service.id} service={service} list={list} />
              ) : (
                <ServiceRow service={service} list={list} controls={controls} onDelete={onDelete} />
              )
            }
          </ReorderList>
        )}
      </div>
    </section>
  );
}
