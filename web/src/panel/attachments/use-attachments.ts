/** Uploads files for a mail while it is written. The draft stores the uploaded ones. */
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import { serverMessageOf } from "@/api/error-checks";
import { sendForm } from "@/api/send-form";
import { type Attached, type FileRules, problemOf } from "./file-rules";

/** A file that isn't uploaded yet, or couldn't be. */
export interface Upload {
  key: number;
  file: File;
  /** Fraction of the file that has been sent, from 0 to 1. */
  part: number;
  /** Why the upload failed, in Portuguese. */
  problem?: string;
}

interface Options {
  /** Path to which files are uploaded. A file is deleted at this path with its id. */
  path: string;
  rules: FileRules;
  attached: readonly Attached[];
  onChange: (attached: Attached[]) => void;
  /** Adds no files, while the mail is sent. */
  disabled?: boolean;
  /** Deletes an uploaded file on the server. */
  onDelete: (id: string) => Promise<unknown>;
}

export type Attachments = ReturnType<typeof useAttachments>;

export function useAttachments({ path, rules, attached, onChange, disabled = false, onDelete }: Options) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const lastKey = useRef(0);
  const queue = useRef(Promise.resolve());
  const aborts = useRef(new Map<number, AbortController>());
  // Uploads end after later renders, so they need the present values.
  const latest = useRef({ attached, onChange });
  useEffect(() => {
    latest.current = { attached, onChange };
  });
  useEffect(() => {
    const running = aborts.current;
    return () => running.forEach((abort) => abort.abort());
  }, []);

  function patch(key: number, change: Partial<Upload>): void {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  function drop(key: number): void {
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }

  async function send(key: number, file: File): Promise<void> {
    const signal = aborts.current.get(key)?.signal;
    // The user has removed it.
    if (!signal || signal.aborted) return;
    const form = new FormData();
    form.set("file", file);
    try {
      const onProgress = (part: number) => patch(key, { part });
      const { id, name, bytes } = await sendForm<Attached>(path, form, { signal, onProgress });
      drop(key);
      latest.current.onChange([...latest.current.attached, { id, name, bytes }]);
    } catch (error) {
      if (!isAbort(error)) patch(key, { problem: failureOf(error) });
    }
  }

  function enqueue(key: number, file: File): void {
    aborts.current.set(key, new AbortController());
    queue.current = queue.current.then(() => send(key, file));
  }

  function add(files: readonly File[]): void {
    if (disabled) return;
    const others = [
      ...attached,
      ...uploads.filter(({ problem }) => !problem).map(({ file }) => ({ bytes: file.size })),
    ];
    for (const file of files) {
      const key = (lastKey.current += 1);
      const problem = problemOf(file, others, rules);
      setUploads((all) => [...all, { key, file, part: 0, ...(problem && { problem }) }]);
      if (problem) continue;
      others.push({ bytes: file.size });
      enqueue(key, file);
    }
  }

  function remove(id: string): void {
    onChange(attached.filter((file) => file.id !== id));
    // Without an answer, the server deletes the file after a day.
    onDelete(id).catch(() => undefined);
  }

  /** Deletes the uploaded files on the server, and stops the other uploads. The caller discards the draft. */
  function discard(): void {
    cancelAll();
    deleteAll(attached);
  }

  function cancelAll(): void {
    uploads.forEach(({ key }) => drop(key));
  }

  function deleteAll(files: readonly Attached[]): void {
    for (const { id } of files) onDelete(id).catch(() => undefined);
  }

  /** Events of the form: files that are dropped on it or pasted into it. */
  const formEvents = {
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDraggedOver(!disabled);
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop: (event: DragEvent) => {
      setDraggedOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add([...event.dataTransfer.files]);
    },
  };

  return {
    attached,
    uploads,
    rules,
    isDraggedOver,
    isUploading: uploads.some(({ problem }) => !problem),
    hasFailed: uploads.some(({ problem }) => problem),
    add,
    remove,
    /** Stops an upload, or removes one that failed. */
    cancel: drop,
    discard,
    /** Stops all uploads. */
    cancelAll,
    /** Deletes files on the server that the draft no longer has. */
    deleteAll,
    formEvents,
  };
}

/** Message for a 413 response without a reason. It comes from a proxy, because the server's own responses have a reason. */
const REFUSED_BY_PROXY =
  "Arquivo grande demais para o proxy do servidor. Quem cuida dele pode aumentar o limite.";

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

function failureOf(error: unknown): string {
  const field = error instanceof ApiError ? error.fields["file"] : undefined;
  const isTooLarge = error instanceof ApiError && error.status === 413;
  return (
    field ?? serverMessageOf(error, isTooLarge ? REFUSED_BY_PROXY : "Não foi possível enviar o arquivo.")
  );
}
