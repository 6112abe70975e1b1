/** A field for the address of a picture, which uploads a chosen or dropped file. */
import "./media.css";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useId, useRef } from "react";

import type { UploadKind } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { PicturePreview } from "@/panel/controls/picture-preview";
import { DropZone } from "./drop-zone";
import { limitsText } from "./upload-kind";
import { type UploadState, useUpload } from "./use-upload";

interface UploadFieldProps {
  label: string;
  /** Decides the accepted formats. */
  kind: UploadKind;
  /** Address of the picture on this site; empty if there is none. */
  value: string;
  onChange: (url: string) => void;
  hint?: string;
  error?: string | undefined;
}

export function UploadField({ label, kind, value, onChange, hint, error }: UploadFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { state, choose, clear } = useUpload(kind, onChange);
  const isUploading = state.phase === "uploading";
  const failure = state.phase === "failed" ? state.message : error;
  const remove = () => {
    clear();
    if (!isUploading) onChange("");
    input.current?.focus();
  };
  return (
    <div className="grid gap-1.5" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <DropZone
        id={id}
        kind={kind}
        inputRef={input}
        labelledBy={`${id}-label ${id}-action`}
        describedBy={`${id}-hint`}
        onFiles={choose}
      >
        {(isUploading || value) && <PicturePreview src={isUploading ? state.preview : value} />}
        <span className="grid gap-0.5 text-center">
          <span id={`${id}-action`} className="text-sm">
            {value
              ? "Trocar imagem: clique ou arraste outra"
              : "Clique para escolher ou arraste a imagem até aqui"}
          </span>
          <span id={`${id}-hint`} className="text-muted text-xs">
            {hint ? `${hint} ` : ""}
            {limitsText(kind)}
          </span>
        </span>
      </DropZone>
      <Progress state={state} />
      {failure && (
        <p role="alert" className="text-danger flex items-center gap-1.5 text-sm">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {failure}
        </p>
      )}
      {value && !isUploading && (
        <p className="text-muted text-xs break-all">
          <span className="sr-only">Endereço da imagem: </span>
          {value}
        </p>
      )}
      <Buttons label={label} state={state} isEmpty={value === ""} onRemove={remove} />
    </div>
  );
}

/** The progress of the upload, in a status that screen readers announce. */
function Progress({ state }: { state: UploadState }) {
  const percent = state.phase === "uploading" ? Math.round(state.part * 100) : 0;
  return (
    <>
      {state.phase === "uploading" && (
        <progress className="progress" max={100} value={percent} aria-label={`Enviando ${state.name}`} />
      )}
      <p role="status" className="text-sm empty:hidden">
        {state.phase === "uploading" && <span className="text-muted">Enviando...</span>}
        {state.phase === "done" && (
          <span className="text-success flex items-center gap-1.5">
            <CircleCheck className="size-4 shrink-0" aria-hidden />
            Upload concluído
          </span>
        )}
      </p>
    </>
  );
}

interface ButtonsProps {
  label: string;
  state: UploadState;
  isEmpty: boolean;
  /** Cancels the upload, or removes the picture. */
  onRemove: () => void;
}

function Buttons({ label, state, isEmpty, onRemove }: ButtonsProps) {
  const removeLabel = state.phase === "uploading" ? "Cancelar" : "Remover";
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {state.phase === "failed" && state.retry && (
        <Button size="sm" onClick={state.retry}>
          Tentar de novo
        </Button>
      )}
      {(!isEmpty || state.phase !== "idle") && (
        <Button size="sm" variant="danger" aria-label={`${removeLabel}: ${label}`} onClick={onRemove}>
          {removeLabel}
        </Button>
      )}
    </div>
  );
}
