/** A preview of the header or the footer with unsaved input: a page that the server has rendered, in an inert frame. */
import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useRef, useState } from "react";

import type { NavigationDraft } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { useDebouncedValue } from "@/panel/use-debounced-value";
import { sitePreview } from "./queries";
import { type PreviewPart, useFrame } from "./use-frame";

type Device = "desktop" | "phone";

const WIDTHS: Readonly<Record<Device, number>> = { desktop: 1280, phone: 390 };
const TITLES: Readonly<Record<PreviewPart, string>> = {
  header: "Prévia do cabeçalho",
  footer: "Prévia do rodapé",
};
const DEBOUNCE_MS = 350;

/** Returns the device that is shown first. On a phone, the preview of a desktop would be illegible. */
function initialDevice(): Device {
  return window.matchMedia("(width < 40rem)").matches ? "phone" : "desktop";
}

interface SitePreviewProps {
  draft: NavigationDraft;
  part: PreviewPart;
}

export function SitePreview({ draft, part }: SitePreviewProps) {
  const [device, setDevice] = useState(initialDevice);
  const [isOpen, setOpen] = useState(false);
  const { html, isFailed } = usePreview(draft);
  return (
    <section aria-label={TITLES[part]} className="grid content-start gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="mr-auto text-sm font-medium">{TITLES[part]}</h2>
        {part === "header" && (
          <Switch
            label="Menus abertos"
            checked={isOpen}
            onChange={(event) => setOpen(event.target.checked)}
          />
        )}
        <div className="flex gap-1" role="group" aria-label="Tamanho da tela">
          <DeviceButton icon="desktop" device={device} onChoose={setDevice} />
          <DeviceButton icon="phone" device={device} onChoose={setDevice} />
        </div>
      </div>
      {html === undefined ? (
        <p className="border-line bg-sunken text-muted rounded-lg border px-4 py-10 text-center text-sm">
          {isFailed ? "A prévia não está disponível agora." : "Preparando a prévia…"}
        </p>
      ) : (
        <Frame html={html} part={part} width={WIDTHS[device]} isOpen={isOpen} />
      )}
      <p role="status" className="text-muted text-xs">
        {isFailed && html !== undefined
          ? "A prévia se atualiza quando os campos estiverem certos."
          : "É assim que fica depois de salvar. Aqui nada pode ser clicado."}
      </p>
    </section>
  );
}

/** Returns the last rendered page, and whether rendering the current input failed. */
function usePreview(draft: NavigationDraft): { html: string | undefined; isFailed: boolean } {
  const typed = JSON.stringify(draft);
  const settled = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data, isError } = useQuery(sitePreview(JSON.parse(settled) as NavigationDraft));
  const [html, setHtml] = useState(data);
  if (data !== undefined && data !== html) setHtml(data);
  return { html, isFailed: isError };
}

interface DeviceButtonProps {
  icon: Device;
  device: Device;
  onChoose: (device: Device) => void;
}

function DeviceButton({ icon, device, onChoose }: DeviceButtonProps) {
  const [Icon, label] = icon === "desktop" ? [Monitor, "Computador"] : [Smartphone, "Celular"];
  return (
    <Button
      variant="ghost"
      size="icon"
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
      aria-label={label}
      aria-pressed={icon === device}
      onClick={() => onChoose(icon)}
    >
      <Icon aria-hidden />
    </Button>
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
      className="border-line bg-sunken relative overflow-hidden rounded-lg border"
      style={{ height: height * scale }}
    >
      <iframe
        ref={frame}
        title={TITLES[part]}
        sandbox="allow-same-origin"
        tabIndex={-1}
        className="absolute top-0 left-1/2 origin-top border-0"
        style={{ width, height, transform: `translateX(-50%) scale(${scale})` }}
      />
    </div>
  );
}
