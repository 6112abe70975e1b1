/** Erases all data of a person. Any list may show it, so all queries are invalidated. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { notify } from "@/lib/notify";
import { messageOf } from "./api-error";
import { api, body } from "./client";

export function useErasePerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => body(api.POST("/api/people/erase", { body: { email } })),
    onSuccess: () => notify.success("Dados da pessoa apagados"),
    onError: (error) => notify.error("Erro ao apagar os dados", messageOf(error)),
    onSettled: () => cache.invalidateQueries(),
  });
}
