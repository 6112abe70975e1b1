import { CircleAlert, CircleCheck, Upload } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";

import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { formatCount } from "@/panel/format";
import { DropZone } from "./drop-zone";
import { LIBRARY } from "./queries";
import { limitsText } from "./upload-kind";
import { type QueuedUpload, useUploadQueue } from "./use-upload-queue";

/** A file input for several pictures, and the progress of each upload. */
export function UploadMany() {
  const id = useId();
  const { uploads, add, retry, clear } = useUploadQueue();
  const done = uploads.filter(({ phase }) => phase === "done").length;
  const ended = uploads.filter(({ phase }) => phase === "done" || phase === "failed").length;
  return (
    <section aria-label="Enviar imagens" className="mb-5 grid gap-3">
      <DropZone
        id={id}
        kind="picture"
        multiple
        labelledBy={`${id}-label`}
        describedBy={`${id}-hint`}
        className="grid-flow-col justify-start gap-3 px-4 py-3"
        onFiles={add}
      >
        <Upload className="text-muted size-5 self-center" aria-hidden />
        <span className="grid">
          <span id={`${id}-label`} className="text-sm font-medium">
            Enviar imagens
          </span>
          <span id={`${id}-hint`} className="text-muted text-xs">
            Clique ou arraste vários arquivos: {limitsText("picture")} cada
          </span>
        </span>
      </DropZone>
      {uploads.length > 0 && (
        <div className="border-line bg-surface rounded-lg border px-4 py-2">
          <div className="flex min-h-9 items-center justify-between gap-3">
            <p role="status" className="text-sm">
              {done} de {formatCount(uploads.length, "enviada", "enviadas")}
            </p>
            {ended === uploads.length && (
              <Button size="sm" variant="ghost" onClick={clear}>
                Limpar lista
              </Button>
            )}
          </div>
          <ul aria-label="Envios" className="divide-line grid divide-y">
            {uploads.map((upload) => (
              <li key={upload.key} className="grid gap-1.5 py-2">
                <Row upload={upload} onRetry={() => retry(upload)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Row({ upload, onRetry }: { upload: QueuedUpload; onRetry: () => void }) {
  const { file, phase, part, media, message, canRetry } = upload;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 grow truncate">{file.name}</span>
        {phase === "waiting" && <span className="text-muted">Na fila</span>}
        {phase === "uploading" && <span className="text-muted">Enviando...</span>}
        {media && (
          <>
            <span className="text-success flex items-center gap-1.5">
              <CircleCheck className="size-4 shrink-0" aria-hidden />
              Upload concluído
            </span>
            <Link
              to={LIBRARY.url({}, panelPaths.picture(media.id))}
              className="text-accent underline"
              preventScrollReset
            >
              Descrever<span className="sr-only"> {file.name}</span>
            </Link>
          </>
        )}
        {phase === "failed" && canRetry && (
          <Button size="sm" aria-label={`Tentar de novo: ${file.name}`} onClick={onRetry}>
            Tentar de novo
          </Button>
        )}
      </div>
      {phase === "uploading" && (
        <progress
          className="progress"
          max={100}
          value={Math.round(part * 100)}
          aria-label={`Enviando ${file.name}`}
        />
      )}
      {phase === "failed" && (
        <p role="alert" className="text-danger flex items-center gap-1.5 text-sm">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {message}
        </p>
      )}
    </>
  );
}
