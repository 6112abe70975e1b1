/** Queries of the screen 'Minha Conta'. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";

export const ownProfile = queryOptions({
  queryKey: ["own_account", "profile"],
  queryFn: ({ signal }) => body(api.GET("/api/auth/profile", { signal })),
});

export const ownSessions = queryOptions({
  queryKey: ["own_account", "sessions"],
  queryFn: ({ signal }) => body(api.GET("/api/auth/sessions", { signal })),
});
