/** A text area for Markdown with a toolbar. A button, pasting and dropping insert pictures. */
import {
  Bold,
  Code,
  Heading2,
  Image,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
  TriangleAlert,
} from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useState } from "react";

import { fieldId, LABELS } from "@/features/blog/panel/fields";
import { usePictures } from "@/features/blog/panel/providers";
import { notify } from "@/lib/notify";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { undescribedPictures } from "@/panel/form/markdown-pictures";
import { formatCount } from "@/panel/format";
import { apply, editOf, type MarkdownAction, pictureEdit, selectionOf } from "./markdown-edits";

interface MarkdownEditorProps {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onScroll: () => void;
}

const ACTIONS: readonly { action: MarkdownAction; label: string; icon: LucideIcon; key?: string }[] = [
  { action: "bold", label: "Negrito", icon: Bold, key: "b" },
  { action: "italic", label: "Itálico", icon: Italic, key: "i" },
  { action: "heading", label: "Subtítulo", icon: Heading2 },
  { action: "link", label: "Link", icon: Link2, key: "k" },
  { action: "list", label: "Lista", icon: List },
  { action: "numbers", label: "Lista numerada", icon: ListOrdered },
  { action: "quote", label: "Citação", icon: TextQuote },
  { action: "code", label: "Código", icon: Code },
];

export function MarkdownEditor(props: MarkdownEditorProps) {
  const { area, value, error } = props;
  const id = fieldId("content");
  const { uploading, insertFiles, picker, openPicker } = useTextPictures(area);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const act = (action: MarkdownAction) => {
    if (area.current) apply(area.current, editOf(action, selectionOf(area.current)));
  };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {LABELS.content}
      </label>
      <div
        className={cn(
          "border-control bg-surface has-focus-visible:outline-focus overflow-clip rounded-md border has-[textarea:focus-visible]:outline-2",
          error && "border-danger",
          isDraggedOver && "border-accent bg-accent-soft",
        )}
      >
        <Toolbar onAct={act} onPicture={openPicker} />
        <MarkdownArea {...props} id={id} onAct={act} onFiles={insertFiles} onDragOver={setDraggedOver} />
      </div>
      <p role="status" className="text-muted text-xs empty:hidden">
        {uploading > 0 && `Enviando ${formatCount(uploading, "imagem", "imagens")}…`}
      </p>
      <UndescribedPictures count={undescribedPictures(value)} />
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
      {picker}
    </div>
  );
}

interface MarkdownAreaProps extends MarkdownEditorProps {
  id: string;
  onAct: (action: MarkdownAction) => void;
  /** Called with pasted or dropped files. */
  onFiles: (files: readonly File[]) => Promise<void>;
  onDragOver: (isDraggedOver: boolean) => void;
}

function MarkdownArea(props: MarkdownAreaProps) {
  const { area, id, value, error, onChange, onScroll, onAct, onFiles, onDragOver } = props;
  const press = (event: KeyboardEvent) => {
    const known = ACTIONS.find(({ key }) => key === event.key.toLowerCase());
    if (!known || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onAct(known.action);
  };
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    if (data.files.length === 0) return;
    event.preventDefault();
    void onFiles([...data.files]);
  };
  return (
    <textarea
      ref={area}
      id={id}
      rows={10}
      className="text-ink placeholder:text-muted block max-h-[60dvh] min-h-60 w-full resize-y px-3 py-2 text-base outline-none sm:text-sm sm:leading-6"
      placeholder="Escreva em Markdown. Cole ou arraste imagens para cá."
      value={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={press}
      onScroll={onScroll}
      onPaste={(event) => take(event, event.clipboardData)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        onDragOver(true);
      }}
      onDragLeave={() => onDragOver(false)}
      onDrop={(event) => {
        onDragOver(false);
        take(event, event.dataTransfer);
      }}
    />
  );
}

/** Warns about pictures without an alternative text. */
function UndescribedPictures({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="bg-warning-soft text-warning flex gap-2 rounded-md p-3 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {count === 1
          ? "Uma imagem está sem texto alternativo: quem não a vê fica sem saber o que ela mostra."
          : `${count} imagens estão sem texto alternativo: quem não as vê fica sem saber o que mostram.`}{" "}
        Escreva a descrição entre os colchetes, como em <code>![técnico trocando um disco](…)</code>, a não
        ser que seja só decoração.
      </span>
    </p>
  );
}

interface ToolbarProps {
  onAct: (action: MarkdownAction) => void;
  onPicture: () => void;
}

function Toolbar({ onAct, onPicture }: ToolbarProps) {
  return (
    <div
      role="group"
      aria-label="Formatação"
      className="border-line bg-sunken flex flex-wrap gap-0.5 border-b p-1"
    >
      {ACTIONS.map(({ action, label, icon: Icon, key }) => (
        <Tooltip key={action} label={key ? `${label} (Ctrl ${key.toUpperCase()})` : label}>
          <Button variant="ghost" size="icon" aria-label={label} onClick={() => onAct(action)}>
            <Icon aria-hidden />
          </Button>
        </Tooltip>
      ))}
      <Tooltip label="Imagem">
        <Button variant="ghost" size="icon" aria-label="Imagem" onClick={onPicture}>
          <Image aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}

/** Uploads pictures and inserts them into the text area. */
function useTextPictures(area: RefObject<HTMLTextAreaElement | null>) {
  const { Picker, upload, reasonOf } = usePictures();
  const [uploading, setUploading] = useState(0);
  const [isPicking, setPicking] = useState(false);

  function insert(url: string, alt: string): void {
    if (area.current) apply(area.current, pictureEdit(selectionOf(area.current), url, alt));
  }

  /** Uploads the files one after the other and inserts each one when it is uploaded. */
  async function insertFiles(files: readonly File[]): Promise<void> {
    setUploading((count) => count + files.length);
    for (const file of files) {
      try {
        const { url, alt } = await upload(file);
        insert(url, alt || file.name.replace(/\.\w+$/, "").replace(/[-_]+/g, " "));
      } catch (error) {
        notify.error("Erro ao enviar imagem", `${file.name}: ${reasonOf(error)}`);
      } finally {
        setUploading((count) => count - 1);
      }
    }
  }

  const picker = isPicking && (
    <Picker
      onPick={({ url, alt }) => {
        setPicking(false);
        // Runs after the dialog has returned the focus.
        setTimeout(() => insert(url, alt));
      }}
      onClose={() => setPicking(false)}
      onClosed={() => area.current?.focus()}
    />
  );
  return { uploading, insertFiles, picker, openPicker: () => setPicking(true) };
}
