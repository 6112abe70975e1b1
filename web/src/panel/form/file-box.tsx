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

/** A file input on which files can also be dropped. */
export function FileBox({ label, hint, accept, multiple = false, disabled, onFiles }: FileBoxProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <div
      role="presentation"
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
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
          // The same files can be chosen again.
          target.value = "";
          onFiles(files);
        }}
      />
      <label
        htmlFor={id}
        className={cn(
          "border-control bg-surface hover:bg-sunken peer-focus-visible:outline-focus grid cursor-pointer justify-items-center gap-2 rounded-md border border-dashed p-6 text-center text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2",
          isOver && "border-accent bg-accent-soft",
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
