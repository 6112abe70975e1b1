import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { messageOf } from "@/api/api-error";
import { api } from "@/api/client";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { fileDay } from "@/panel/format";
import { download } from "@/lib/download";
import type { ContactFilter } from "./contact-filter";
import { serverFilter } from "./contact-queries";

/** Hands over what the list shows, all pages of it, as a file for a spreadsheet. */
export function ExportButton({ filter }: { filter: ContactFilter }) {
  const run = useMutation({
    mutationFn: exportContacts,
    onError: (error) =>
      notify.error("Erro ao exportar contatos", messageOf(error, "Tente novamente mais tarde.")),
  });
  return (
    <Button busy={run.isPending} disabled={run.isPending} onClick={() => run.mutate(filter)}>
      {!run.isPending && <Download aria-hidden />}
      {run.isPending ? "Exportando..." : "Exportar CSV"}
    </Button>
  );
}

async function exportContacts(filter: ContactFilter): Promise<void> {
  const { data } = await api.GET("/api/contacts/export.csv", {
    params: { query: serverFilter(filter) },
    parseAs: "blob",
  });
  if (data) download(data, `contatos-${fileDay(new Date())}.csv`);
}
