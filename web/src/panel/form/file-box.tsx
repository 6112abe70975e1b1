import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";

import { cn } from "@/panel/cn";

interface FileBoxProps {
  label: string;
  hint: string;
  /** Accepted types, as `<input type=file>` takes them. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** A file input that also accepts dropped files. `onFiles` must check these, because `accept` and `multiple` don't apply. */
export function FileBox({ label, hint, accept, multiple = false, disabled = false, onFiles }: FileBoxProps) {
  const id = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(!disabled);
  };
  // Also prevented while disabled: the browser would open the file instead of the page.
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div role="presentation" onDragOver={dragOver} onDragLeave={() => setDraggedOver(false)} onDrop={drop}>
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        className="peer sr-only"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Reset, so that choosing the same files again fires `change`.
          target.value = "";
          onFiles(files);
        }}
      />
      <label
        htmlFor={id}
        className={cn(
          "border-control bg-surface hover:bg-sunken peer-focus-visible:outline-focus grid cursor-pointer justify-items-center gap-2 rounded-md border border-dashed p-6 text-center text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2",
          isDraggedOver && "border-accent bg-accent-soft",
        )}
      >
        <FileUp className="text-muted size-6" aria-hidden />
        {label}
      </label>
      <p id={`${id}-hint`} className="text-muted mt-2 text-xs">
        {hint}
      </p>
    </div>
  );
}
