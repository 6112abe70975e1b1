/** What staff do with services: told to the server, then to whoever did it. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { afterChanges } from "@/api/after-changes";
import { api, body } from "@/api/client";
import type { Service, ServiceCategory, ServiceInput } from "@/api/types";
import { notify } from "@/lib/notify";
import { type Edit, isStale, savedText, saveRecord } from "@/panel/edit/save-record";
import { serviceKeys, serviceList } from "./service-queries";
import { SERVICE } from "./service-record";
import type { ServiceValues } from "./service-values";

const FALLBACK = "Tente novamente mais tarde.";
const mutationKey = ["services"];

export function useCreateService() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: (input: ServiceInput) => body(api.POST("/api/services", { body: input })),
    onSuccess: (service) => {
      patchList(cache, (services) => [...services, service]);
      notify.success("Serviço adicionado!", service.title);
    },
    onError: (error) => notify.error("Erro ao adicionar serviço", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

/** A copy beside the original, hidden until somebody has made it another service. */
export function useDuplicateService() {
  const create = useCreateService();
  return (service: Service, onCreated: (copy: Service) => void): void => {
    const { category, page, description, features, icon, is_featured, position } = service;
    const title = copyTitle(service.title);
    const copy = { category, page, title, description, features, icon, is_featured, position };
    create.mutate({ ...copy, is_active: false }, { onSuccess: onCreated });
  };
}

const MAX_TITLE = 120;
const COPY = " (cópia)";

export function copyTitle(title: string): string {
  // No half of an emoji may be left at the end.
  const start = title.slice(0, MAX_TITLE - COPY.length).replace(/[\ud800-\udbff]$/, "");
  return start.trimEnd() + COPY;
}

/** Saves what an editor holds. That somebody else has changed the same field meanwhile is for the editor to settle. */
export function useSaveService() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: (edit: Edit<Service, ServiceValues>) => saveRecord(SERVICE, edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      const { value } = outcome.opened;
      patchService(cache, value.id, value);
      notify.success("Serviço atualizado!", savedText(outcome.isMerged, value.title));
    },
    onError: (error) => notify.error("Erro ao atualizar serviço", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

/** Shows or hides a service at once. */
export function useSetActive() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id, is_active }: { id: string; is_active: boolean }) =>
      SERVICE.update(id, { is_active }, null),
    onMutate: ({ id, is_active }) => patchService(cache, id, { is_active }),
    onSuccess: ({ value: { title, is_active } }) =>
      notify.success("Serviço atualizado!", `${title} ${is_active ? "está no site" : "saiu do site"}.`),
    onError: (error) => notify.error("Erro ao atualizar serviço", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

export function useDeleteService() {
  const cache = useQueryClient();
  const restore = useRestoreService();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Service) => body(api.DELETE("/api/services/{id}", { params: { path: { id } } })),
    onSuccess: (_, service) => {
      patchList(cache, (services) => services.filter(({ id }) => id !== service.id));
      notify.success("Serviço removido!", service.title, {
        label: "Desfazer",
        run: () => restore.mutate(service),
      });
    },
    onError: (error) => notify.error("Erro ao excluir serviço", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

export function useRestoreService() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Service) =>
      body(api.POST("/api/services/{id}/restore", { params: { path: { id } } })),
    onSuccess: ({ title }) => notify.success("Serviço restaurado!", title),
    onError: (error) => notify.error("Erro ao restaurar serviço", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

interface Order {
  category: ServiceCategory;
  ids: string[];
  seen: string[];
}

const MOVED_MEANWHILE =
  "Outra pessoa mudou esta categoria ao mesmo tempo. A lista foi atualizada: confira e mova de novo se for preciso.";

/** Shows the services of a category in another order at once, and tells the server, one order after the other. */
export function useReorderServices() {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: "services-order" },
    mutationFn: (order: Order) => body(api.PUT("/api/services/order", { body: order })),
    onError: (error) =>
      notify.error(
        "Erro ao reordenar serviços",
        isStale(error) ? MOVED_MEANWHILE : messageOf(error, FALLBACK),
      ),
    onSettled: () => refresh(cache),
  });
  return (category: ServiceCategory, before: readonly Service[], after: readonly Service[]): void => {
    void cache.cancelQueries({ queryKey: serviceKeys.list });
    const places = new Map(after.map(({ id }, index) => [id, index]));
    patchList(cache, (services) =>
      services.map((service) => ({ ...service, position: places.get(service.id) ?? service.position })),
    );
    mutate({ category, ids: after.map(({ id }) => id), seen: before.map(({ id }) => id) });
  };
}

function patchList(cache: QueryClient, change: (services: Service[]) => Service[]): void {
  cache.setQueryData(serviceList.queryKey, (services) => services && change(services));
}

function patchService(cache: QueryClient, id: string, change: Partial<Service>): void {
  void cache.cancelQueries({ queryKey: serviceKeys.list });
  patchList(cache, (services) =>
    services.map((service) => (service.id === id ? { ...service, ...change } : service)),
  );
}

/** Asks for the lists again, once the last of several quick changes is through. */
function refresh(cache: QueryClient): void {
  afterChanges(cache, mutationKey, () => {
    void cache.invalidateQueries({ queryKey: serviceKeys.list });
    void cache.invalidateQueries({ queryKey: serviceKeys.trash });
  });
}
