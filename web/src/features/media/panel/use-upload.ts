/** The upload of a single file. */
import { useEffect, useRef, useState } from "react";

import type { UploadKind } from "@/api/types";
import { problemOf } from "./upload-kind";
import { isWorthRetrying, uploadFailure, uploadMedia } from "./upload-media";

export type UploadState =
  | { phase: "idle" }
  | { phase: "uploading"; name: string; preview: string; part: number }
  | { phase: "done" }
  | { phase: "failed"; message: string; retry: (() => void) | null };

interface Running {
  controller: AbortController;
  /** Object URL that shows the file until it is uploaded. */
  preview: string;
}

function end(running: Running | undefined): void {
  if (!running) return;
  running.controller.abort();
  URL.revokeObjectURL(running.preview);
}

export function useUpload(kind: UploadKind, onUploaded: (url: string) => void) {
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const running = useRef<Running>(undefined);
  useEffect(() => () => end(running.current), []);

  function stop(): void {
    end(running.current);
    running.current = undefined;
  }

  function fail(message: string, retry: (() => void) | null): void {
    setState({ phase: "failed", message, retry });
  }

  async function send(file: File): Promise<void> {
    stop();
    const own: Running = { controller: new AbortController(), preview: URL.createObjectURL(file) };
    running.current = own;
    const onProgress = (part: number) => {
      if (running.current !== own) return;
      setState({ phase: "uploading", name: file.name, preview: own.preview, part });
    };
    onProgress(0);
    try {
      const { url } = await uploadMedia(file, kind, { onProgress, signal: own.controller.signal });
      if (running.current !== own) return;
      stop();
      setState({ phase: "done" });
      onUploaded(url);
    } catch (error) {
      if (running.current !== own) return;
      stop();
      fail(uploadFailure(error), isWorthRetrying(error) ? () => void send(file) : null);
    }
  }

  /** Uploads the chosen or dropped file. */
  function choose(files: readonly File[]): void {
    const [file] = files;
    if (!file) return;
    stop();
    const problem = files.length > 1 ? "Envie um arquivo por vez." : problemOf(file, kind);
    if (problem) fail(problem, null);
    else void send(file);
  }

  function clear(): void {
    stop();
    setState({ phase: "idle" });
  }

  return { state, choose, clear };
}
