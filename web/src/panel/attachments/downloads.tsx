/** Attached files of a sent or received message, as buttons that download them. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { download } from "@/lib/download";
import { Button } from "@/panel/controls/button";
import { formatBytes } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";
import type { Attached } from "./file-rules";

interface DownloadsProps {
  files: readonly Attached[];
  /** Reads a file from the server. */
  read: (id: string) => Promise<Blob>;
}

export function Downloads({ files, read }: DownloadsProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Anexos" className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full min-w-0">
          <DownloadButton file={file} read={read} />
        </li>
      ))}
    </ul>
  );
}

function DownloadButton({
  file: { id, name, bytes },
  read,
}: {
  file: Attached;
  read: DownloadsProps["read"];
}) {
  const save = useMutation({
    mutationFn: async () => download(await read(id), name),
    onError: (error) => notifyFailure("Erro ao baixar o anexo", error),
  });
  return (
    <Button size="sm" className="max-w-full" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      <span className="truncate">{name}</span>
      <span className="text-muted shrink-0 font-normal">{formatBytes(bytes)}</span>
    </Button>
  );
}
