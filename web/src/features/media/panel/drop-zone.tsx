import { type DragEvent, type ReactNode, type Ref, useState } from "react";

import type { UploadKind } from "@/api/types";
import { cn } from "@/panel/cn";
import { acceptOf } from "./upload-kind";

interface DropZoneProps {
  id: string;
  /** Decides the accepted formats. */
  kind: UploadKind;
  inputRef?: Ref<HTMLInputElement>;
  labelledBy: string;
  describedBy?: string;
  multiple?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/**
 * A file input that also accepts dropped files. `onFiles` must check them, because `accept` and `multiple` don't apply to a
 * drop.
 */
export function DropZone(props: DropZoneProps) {
  const { id, kind, inputRef, labelledBy, describedBy, multiple, className, onFiles, children } = props;
  const [isDraggedOver, setDraggedOver] = useState(false);
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      role="presentation"
      className="grid"
      onDragEnter={dragOver}
      onDragOver={dragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <input
        ref={inputRef}
        id={id}
        type="file"
        className="peer sr-only"
        accept={acceptOf(kind)}
        multiple={multiple}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without a reset, choosing the same file again would not fire `change`.
          target.value = "";
          onFiles(files);
        }}
      />
      <label
        htmlFor={id}
        className={cn(
          "border-control bg-surface hover:bg-sunken peer-focus-visible:outline-focus grid cursor-pointer justify-items-center gap-3 rounded-md border border-dashed p-4 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2",
          isDraggedOver && "border-accent bg-accent-soft",
          className,
        )}
      >
        {children}
      </label>
    </div>
  );
}
