/** Uploads several files one after the other, because the server decodes few pictures at a time. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { Media } from "@/api/types";
import { mediaKeys } from "./queries";
import { problemOf } from "./upload-kind";
import { isWorthRetrying, uploadFailure, uploadMedia } from "./upload-media";

export interface QueuedUpload {
  key: number;
  file: File;
  phase: "waiting" | "uploading" | "done" | "failed";
  /** Fraction of the file that has been sent, from 0 to 1. */
  part: number;
  media?: Media;
  message?: string;
  canRetry?: boolean;
}

export function useUploadQueue() {
  const cache = useQueryClient();
  const [uploads, setUploads] = useState<QueuedUpload[]>([]);
  /** Settles after the last queued upload. */
  const queue = useRef(Promise.resolve());
  const lastKey = useRef(0);
  // Aborts the uploads when the user leaves the screen.
  const abort = useRef<AbortController>(undefined);
  useEffect(() => {
    const own = new AbortController();
    abort.current = own;
    return () => own.abort();
  }, []);

  function patch(key: number, change: Partial<QueuedUpload>): void {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  async function send(key: number, file: File): Promise<void> {
    const signal = abort.current?.signal;
    if (signal?.aborted) return;
    patch(key, { phase: "uploading", part: 0 });
    try {
      const media = await uploadMedia(file, "picture", {
        signal,
        onProgress: (part) => patch(key, { part }),
      });
      patch(key, { phase: "done", media });
      void cache.invalidateQueries({ queryKey: mediaKeys.all });
    } catch (error) {
      patch(key, { phase: "failed", message: uploadFailure(error), canRetry: isWorthRetrying(error) });
    }
  }

  function enqueue(key: number, file: File): void {
    queue.current = queue.current.then(() => send(key, file));
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      const key = (lastKey.current += 1);
      const problem = problemOf(file, "picture");
      const state = problem ? { phase: "failed" as const, message: problem } : { phase: "waiting" as const };
      setUploads((all) => [...all, { key, file, part: 0, ...state }]);
      if (!problem) enqueue(key, file);
    }
  }

  function retry({ key, file }: QueuedUpload): void {
    patch(key, { phase: "waiting", part: 0 });
    enqueue(key, file);
  }

  /** Removes finished and failed uploads from the list. */
  function clear(): void {
    setUploads((all) => all.filter(({ phase }) => phase === "waiting" || phase === "uploading"));
  }

  return { uploads, add, retry, clear };
}
