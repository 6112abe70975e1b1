import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { download } from "@/lib/download";
import { Button } from "@/panel/controls/button";
import { fileDay } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";

interface ExportButtonProps {
  label?: string;
  /** Start of the file's name, before the day: 'contatos' for 'contatos-2026-11-20.csv'. */
  name: string;
  errorTitle: string;
  /** Fetches the file. */
  load: () => Promise<Blob>;
  /** Classes of the label, such as those that hide it on narrow screens. */
  labelClassName?: string;
}

/** A button that downloads a list as a CSV file. */
export function ExportButton({
  label = "Exportar CSV",
  name,
  errorTitle,
  load,
  labelClassName,
}: ExportButtonProps) {
  const run = useMutation({
    mutationFn: async () => download(await load(), `${name}-${fileDay(new Date())}.csv`),
    onError: (error) => notifyFailure(errorTitle, error),
  });
  return (
    <Button icon={Download} busy={run.isPending} title={label} onClick={() => run.mutate()}>
      <span className={labelClassName}>{run.isPending ? "Exportando..." : label}</span>
    </Button>
  );
}
