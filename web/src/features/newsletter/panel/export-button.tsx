import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { messageOf } from "@/api/api-error";
import { api } from "@/api/client";
import { download } from "@/lib/download";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { fileDay } from "@/panel/format";
import { serverFilter, type SubscriptionFilter } from "./subscription-filter";

/** Hands over what the list shows, all pages of it; of all statuses, only who has confirmed. */
export function ExportButton({ filter }: { filter: SubscriptionFilter }) {
  const run = useMutation({
    mutationFn: exportSubscriptions,
    onError: (error) =>
      notify.error("Erro ao exportar inscrições", messageOf(error, "Tente novamente mais tarde.")),
  });
  const label = filter.status === null ? "Exportar confirmadas" : "Exportar CSV";
  return (
    <Button busy={run.isPending} disabled={run.isPending} onClick={() => run.mutate(filter)}>
      {!run.isPending && <Download aria-hidden />}
      {run.isPending ? "Exportando..." : label}
    </Button>
  );
}

async function exportSubscriptions(filter: SubscriptionFilter): Promise<void> {
  const { data } = await api.GET("/api/newsletter/subscriptions/export", {
    params: { query: serverFilter(filter) },
    parseAs: "blob",
  });
  if (data) download(data, `newsletter-${fileDay(new Date())}.csv`);
}
