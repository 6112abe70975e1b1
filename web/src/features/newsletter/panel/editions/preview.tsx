/** The mail of an edition as readers see it: in light and dark mail programs, without pictures, and as text. */
import { useRef, useState } from "react";

import type { EditionInput } from "@/api/types";
import { Segments } from "@/panel/controls/segments";
import { useFrameContent } from "@/panel/page-frame";
import { usePreview } from "@/panel/preview/use-preview";
import { type MailLook, styleMail, withoutStyles } from "./mail-look";
import { editionPreview } from "./record";

const INITIAL_HEIGHT = 640;

const LOOKS: readonly { value: MailLook; label: string }[] = [
  { value: "light", label: "Claro" },
  { value: "dark", label: "Escuro" },
  { value: "no-pictures", label: "Sem imagens" },
  { value: "text", label: "Só texto" },
];

export function EditionPreview({ input }: { input: EditionInput }) {
  const [look, setLook] = useState<MailLook>("light");
  const { preview, error } = usePreview(input, editionPreview);
  return (
    <section aria-label="Prévia" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Prévia</h2>
        <Segments label="Como mostrar" options={LOOKS} value={look} onChange={setLook} />
      </div>
      <div className="border-line bg-sunken overflow-clip rounded-lg border">
        {preview === undefined ? (
          <p className="text-muted px-4 py-10 text-center text-sm">
            {error ? "A prévia não está disponível agora." : "Preparando a prévia…"}
          </p>
        ) : look === "text" ? (
          <pre className="text-ink max-h-[75dvh] overflow-auto p-4 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
            {preview.text}
          </pre>
        ) : (
          <MailFrame html={preview.html} look={look} />
        )}
      </div>
      <p role="status" className="text-danger text-xs empty:hidden">
        {error && preview !== undefined && "A prévia não pôde ser atualizada."}
      </p>
    </section>
  );
}

/** The HTML part of the mail in a frame without scripts. The frame is as high as the mail, if the window has enough space. */
function MailFrame({ html, look }: { html: string; look: MailLook }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(INITIAL_HEIGHT);
  useFrameContent(frame, withoutStyles(html, look), () => {
    const mail = frame.current?.contentDocument;
    if (!mail?.body) return;
    styleMail(mail, html, look);
    setHeight(mail.documentElement.scrollHeight);
  });
  return (
    <iframe
      ref={frame}
      title="E-mail como fica"
      sandbox="allow-same-origin"
      className="block max-h-[75dvh] w-full border-0"
      style={{ height }}
    />
  );
}
