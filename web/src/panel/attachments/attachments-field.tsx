/** The attachments of a mail that is being written: a button that adds files, and the list with progress, errors and removal. */
import { CircleAlert, Paperclip, X } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { formatBytes } from "@/panel/format";
import { type FileRules, megabytes } from "./file-rules";
import type { Attachments } from "./use-attachments";

interface AttachButtonProps {
  attachments: Attachments;
  disabled?: boolean;
  size?: "sm" | "md";
  /** Classes of the label, such as those that hide it in a narrow form. */
  labelClassName?: string;
}

const describe = ({ types, file_bytes, total_bytes }: FileRules) =>
  `${types}, até ${megabytes(file_bytes)} cada e ${megabytes(total_bytes)} no total. Também dá para colar ou arrastar arquivos.`;

/** The button, for the row of a form's buttons. */
export function AttachButton({ attachments, disabled, size, labelClassName }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Arquivos para anexar"
        accept={attachments.rules.extensions.join(",")}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without a reset, choosing the same file again would not fire `change`.
          target.value = "";
          attachments.add(files);
        }}
      />
      <Button
        variant="ghost"
        size={size}
        icon={Paperclip}
        aria-disabled={disabled}
        title={describe(attachments.rules)}
        onClick={() => input.current?.click()}
      >
        <span className={labelClassName}>Anexar</span>
      </Button>
    </>
  );
}

interface AttachmentListProps {
  attachments: Attachments;
  /** Error about all files. */
  error?: string | undefined;
  /** Errors of attached files, by their position. */
  errorOf?: (index: number) => string | undefined;
  disabled?: boolean;
}

/** The attached files, and those that are being uploaded. Shows nothing without files. */
export function AttachmentList({ attachments, error, errorOf, disabled }: AttachmentListProps) {
  const { attached, uploads, remove, cancel, isDraggedOver } = attachments;
  const problems = problemsOf([
    ...attached.map(({ name }, index) => ({ name, problem: errorOf?.(index) })),
    ...uploads.map(({ file, problem }) => ({ name: file.name, problem })),
  ]);
  return (
    <>
      {isDraggedOver && (
        <p className="border-accent bg-accent-soft rounded-md border border-dashed px-3 py-2 text-sm">
          Solte os arquivos para anexar
        </p>
      )}
      {attached.length + uploads.length > 0 && (
        <ul
          aria-label="Anexos da resposta"
          className="flex max-h-[24dvh] flex-wrap items-center gap-x-2 gap-y-1 overflow-y-auto"
        >
          {attached.map(({ id, name, bytes }, index) => (
            <Chip key={id} name={name} hasFailed={Boolean(errorOf?.(index))}>
              <span className="text-muted shrink-0">{formatBytes(bytes)}</span>
              <RemoveButton name={name} disabled={disabled} onClick={() => remove(id)} />
            </Chip>
          ))}
          {uploads.map(({ key, file, part, problem }) => (
            <Chip key={key} name={file.name} hasFailed={problem !== undefined}>
              {problem === undefined && (
                <progress
                  className="progress w-16 shrink-0"
                  max={100}
                  value={Math.round(part * 100)}
                  aria-label={`Enviando ${file.name}`}
                />
              )}
              <RemoveButton name={file.name} onClick={() => cancel(key)} />
            </Chip>
          ))}
          {problems.map((problem) => (
            <li key={problem}>
              <Problem text={problem} />
            </li>
          ))}
        </ul>
      )}
      <Problem text={error} />
      <p role="status" className="sr-only">
        {statusOf(attachments)}
      </p>
    </>
  );
}

/** Describes each problem once, although several files may have it. With different problems, the text names the files. */
export function problemsOf(files: readonly { name: string; problem: string | undefined }[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, problem } of files) {
    if (problem) names.set(problem, [...(names.get(problem) ?? []), name]);
  }
  if (names.size === 1) return [...names.keys()];
  return [...names].map(([problem, files]) => `${new Intl.ListFormat("pt-BR").format(files)}: ${problem}`);
}

interface ChipProps {
  name: string;
  hasFailed: boolean;
  children: ReactNode;
}

function Chip({ name, hasFailed, children }: ChipProps) {
  return (
    <li
      className={cn(
        "bg-surface flex h-8 max-w-full min-w-0 items-center gap-2 rounded-md border pl-2.5 text-sm",
        hasFailed ? "border-danger" : "border-line",
      )}
    >
      {hasFailed && <CircleAlert className="text-danger size-3.5 shrink-0" aria-hidden />}
      <span className="truncate">{name}</span>
      {children}
    </li>
  );
}

interface RemoveButtonProps {
  name: string;
  disabled?: boolean | undefined;
  onClick: () => void;
}

function RemoveButton({ name, disabled, onClick }: RemoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Remover ${name}`}
      aria-disabled={disabled}
      onClick={onClick}
    >
      <X aria-hidden />
    </Button>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p role="alert" className="text-danger text-xs wrap-anywhere">
        {text}
      </p>
    )
  );
}

function statusOf({ attached, isUploading }: Attachments): string {
  if (isUploading) return "Enviando anexo";
  if (attached.length === 0) return "";
  return attached.length === 1 ? "1 arquivo anexado" : `${attached.length} arquivos anexados`;
}
