import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { messageOf } from "@/api/api-error";
import { download } from "@/lib/download";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { fileDay } from "@/panel/format";

interface ExportButtonProps {
  label?: string;
  /** Name of the file, without the day and the extension. */
  name: string;
  errorTitle: string;
  /** Calls the server for the file. */
  load: () => Promise<{ data?: Blob }>;
}

/** Downloads what the list shows, all pages of it, as a file for a spreadsheet. */
export function ExportButton({ label = "Exportar CSV", name, errorTitle, load }: ExportButtonProps) {
  const run = useMutation({
    mutationFn: async () => {
      const { data } = await load();
      if (data) download(data, `${name}-${fileDay(new Date())}.csv`);
    },
    onError: (error) => notify.error(errorTitle, messageOf(error)),
  });
  return (
    <Button busy={run.isPending} disabled={run.isPending} onClick={() => run.mutate()}>
      {!run.isPending && <Download aria-hidden />}
      {run.isPending ? "Exportando..." : label}
    </Button>
  );
}
