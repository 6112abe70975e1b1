/** The field for the focal point of a picture: a click on the picture, or two sliders. */
import "./media.css";
import "@/panel/controls/checkered.css";

import { type PointerEvent, useId } from "react";

import type { Media } from "@/api/types";

interface FocusPickerProps {
  media: Media;
  /** Focal point in percent from the left and the top. */
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
}

export function FocusPicker({ media, x, y, onChange }: FocusPickerProps) {
  const pick = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange(percentOf(event.clientX - left, width), percentOf(event.clientY - top, height));
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <legend className="mb-1.5 text-sm font-medium">Ponto de foco</legend>
      <div className="bg-sunken grid place-items-center overflow-hidden rounded-md">
        <div role="presentation" className="relative cursor-crosshair" onPointerDown={pick}>
          <img
            src={media.url}
            alt=""
            width={media.width}
            height={media.height}
            className="checkered max-h-72 w-auto"
            draggable={false}
          />
          <span className="focal-point" style={{ left: `${x}%`, top: `${y}%` }} aria-hidden />
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Slider label="Horizontal" value={x} origin="da esquerda" onChange={(x) => onChange(x, y)} />
        <Slider label="Vertical" value={y} origin="do alto" onChange={(y) => onChange(x, y)} />
      </div>
      <p className="text-muted text-xs">
        Clique na parte mais importante: ela continua à vista quando a imagem é cortada, como nas capas dos
        posts.
      </p>
    </fieldset>
  );
}

function percentOf(offset: number, size: number): number {
  return size > 0 ? Math.min(100, Math.max(0, Math.round((offset / size) * 100))) : 50;
}

interface SliderProps {
  label: string;
  value: number;
  /** Text after the value for screen readers, such as 'da esquerda'. */
  origin: string;
  onChange: (value: number) => void;
}

function Slider({ label, value, origin, onChange }: SliderProps) {
  const id = useId();
  return (
    <span className="grid gap-1">
      <label htmlFor={id} className="text-muted text-xs">
        {label}: {value}%
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={`${value}% ${origin}`}
        className="accent-accent"
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </span>
  );
}
