/** A preview of the header or the footer with unsaved input: a page that the server has rendered, in an inert frame. */
import { useRef, useState } from "react";

import type { UnsavedNavigation } from "@/api/types";
import { Switch } from "@/panel/controls/switch";
import { type Device, DeviceChoice } from "@/panel/preview/device-choice";
import { usePreview } from "@/panel/preview/use-preview";
import { sitePreview } from "./queries";
import { type PreviewPart, useFrame } from "./use-frame";

const WIDTHS: Readonly<Record<Device, number>> = { desktop: 1280, phone: 390 };
const TITLES: Readonly<Record<PreviewPart, string>> = {
  header: "Prévia do cabeçalho",
  footer: "Prévia do rodapé",
};

/** Returns the device that is shown first. On a phone, the preview of a desktop would be illegible. */
function initialDevice(): Device {
  return window.matchMedia("(width < 40rem)").matches ? "phone" : "desktop";
}

interface SitePreviewProps {
  unsaved: UnsavedNavigation;
  part: PreviewPart;
}

export function SitePreview({ unsaved, part }: SitePreviewProps) {
  const [device, setDevice] = useState(initialDevice);
  const [isOpen, setOpen] = useState(false);
  const { preview: html, error } = usePreview(unsaved, sitePreview);
  return (
    <section aria-label={TITLES[part]} className="flex grow flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="mr-auto text-sm font-medium">{TITLES[part]}</h2>
        {part === "header" && (
          <Switch
            label="Menus abertos"
            checked={isOpen}
            onChange={(event) => setOpen(event.target.checked)}
          />
        )}
        <DeviceChoice isCompact device={device} onChoose={setDevice} />
      </div>
      {html === undefined ? (
        <p className="border-line bg-sunken text-muted rounded-lg border px-4 py-10 text-center text-sm">
          {error ? "A prévia não está disponível agora." : "Preparando a prévia…"}
        </p>
      ) : (
        <Frame html={html} part={part} width={WIDTHS[device]} isOpen={isOpen} />
      )}
      <p role="status" className="text-muted text-xs">
        {error && html !== undefined
          ? "A prévia se atualiza quando os campos estiverem certos."
          : "É assim que fica depois de salvar. Aqui nada pode ser clicado."}
      </p>
    </section>
  );
}

interface FrameProps {
  html: string;
  part: PreviewPart;
  width: number;
  isOpen: boolean;
}

function Frame({ html, part, width, isOpen }: FrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { scale, height } = useFrame({ box, frame, html, part, width, isOpen });
  return (
    <div
      ref={box}
      inert
      className="border-line bg-sunken relative grow overflow-hidden rounded-lg border"
      style={{ minHeight: height * scale }}
    >
      <iframe
        ref={frame}
        title={TITLES[part]}
        sandbox="allow-same-origin"
        tabIndex={-1}
        className="absolute top-0 left-1/2 origin-top border-0"
        style={{
          width,
          height: `max(${height}px, ${100 / scale}%)`,
          transform: `translateX(-50%) scale(${scale})`,
        }}
      />
    </div>
  );
}
