/** Searches contacts, services, posts, pages, pictures, users and topics of the guide. */
import { keepPreviousData, useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { CircleHelp, FileText, Images, MessagesSquare, PanelsTopLeft, Users, Wrench } from "lucide-react";

import { api, body } from "@/api/client";
import type { Role, User } from "@/api/types";
import { permitted } from "@/frames/panel/menu";
import { fold } from "@/lib/fold";
import { panelPaths } from "@/lib/paths";
import { useDebouncedValue } from "@/panel/use-debounced-value";
import type { Entry, Group } from "./entries";

/** Number of results of each kind. */
const MAX_RESULTS = 5;
/** Lower for the guide, because many of its topics share words. */
const MAX_TOPICS = 3;
/** Minimum length of a query, because shorter ones match nearly everything. */
const MIN_LETTERS = 2;

interface RecordSource {
  title: string;
  find: (search: string, signal: AbortSignal, user: Pick<User, "role">) => Promise<Entry[]>;
  /** The role with the fewest rights that may find the records. All staff may, if omitted. */
  role?: Role;
}

const SOURCES: readonly RecordSource[] = [
  {
    title: "Contatos",
    role: "support",
    find: async (search, signal) => {
      const query = { search, limit: MAX_RESULTS };
      const found = await body(api.GET("/api/contacts", { params: { query }, signal }));
      return found.map(({ id, name, company, email }) => ({
        id,
        label: name,
        detail: company || email,
        icon: MessagesSquare,
        run: { to: panelPaths.contact(id) },
      }));
    },
  },
  {
    title: "Serviços",
    role: "writer",
    find: async (search, signal) => {
      const all = await body(api.GET("/api/services", { signal }));
      return all
        .filter(({ title, description }) => fold(`${title} ${description}`).includes(fold(search)))
        .slice(0, MAX_RESULTS)
        .map(({ id, title, category }) => ({
          id,
          label: title,
          detail: category,
          icon: Wrench,
          run: { to: panelPaths.service(id) },
        }));
    },
  },
  {
    title: "Posts",
    role: "writer",
    find: async (search, signal) => {
      const query = { search, limit: MAX_RESULTS };
      const { posts } = await body(api.GET("/api/blog", { params: { query }, signal }));
      return posts.map(({ id, title, is_published, publish_at }) => ({
        id,
        label: title,
        detail: is_published ? "Publicado" : publish_at ? "Agendado" : "Rascunho",
        icon: FileText,
        run: { to: panelPaths.post(id) },
      }));
    },
  },
  {
    title: "Páginas",
    role: "writer",
    find: async (search, signal) => {
      const all = await body(api.GET("/api/pages", { signal }));
      return all
        .filter(({ label, location }) => fold(`${label} ${location}`).includes(fold(search)))
        .slice(0, MAX_RESULTS)
        .map(({ name, label, location }) => ({
          id: name,
          label,
          detail: location,
          icon: PanelsTopLeft,
          run: { to: panelPaths.page(name) },
        }));
    },
  },
  {
    title: "Imagens",
    role: "writer",
    find: async (search, signal) => {
      const query = { search, limit: MAX_RESULTS };
      const found = await body(api.GET("/api/media", { params: { query }, signal }));
      return found.map(({ id, name, alt }) => ({
        id,
        label: name,
        detail: alt,
        icon: Images,
        run: { to: panelPaths.picture(id) },
      }));
    },
  },
  {
    title: "Usuários",
    role: "admin",
    find: async (search, signal) => {
      const query = { search, limit: MAX_RESULTS };
      const { users } = await body(api.GET("/api/auth/users", { params: { query }, signal }));
      return users.map(({ id, full_name, email }) => ({
        id,
        label: full_name,
        detail: email,
        icon: Users,
        run: { to: panelPaths.user(id) },
      }));
    },
  },
  {
    title: "Ajuda",
    find: async (search, _, user) => {
      // The guide is loaded with the first search.
      const { partsFor } = await import("@/frames/panel/help/search");
      const topics = partsFor(search, user).flatMap((part) => part.topics);
      return topics.slice(0, MAX_TOPICS).map(({ id, title }) => ({
        id: `ajuda-${id}`,
        label: title,
        detail: "Ajuda",
        icon: CircleHelp,
        run: { to: `${panelPaths.help}#${id}` },
      }));
    },
  },
];

export interface Found {
  /** Groups of all kinds, also empty ones. */
  groups: Group[];
  /** Whether the search of some kinds failed. */
  hasFailed: boolean;
}

export function useSearch(typed: string, user: Pick<User, "role">): Found {
  const search = useDebouncedValue(typed);
  const sources = permitted(SOURCES, user);
  const enabled = search.length >= MIN_LETTERS;
  const results = useQueries({
    queries: sources.map(({ title, find }): UseQueryOptions<Entry[]> => ({
      queryKey: ["palette", title, search],
      queryFn: ({ signal }) => find(search, signal, user),
      placeholderData: keepPreviousData,
      retry: false,
      enabled,
    })),
  });
  if (typed.length < MIN_LETTERS) return { groups: [], hasFailed: false };
  return {
    groups: results.map(({ data, isPending, isPlaceholderData }, index) => ({
      title: sources[index]?.title ?? "",
      entries: data ?? [],
      isStale: typed !== search || isPending || isPlaceholderData,
    })),
    hasFailed: results.some(({ isError }) => isError),
  };
}
