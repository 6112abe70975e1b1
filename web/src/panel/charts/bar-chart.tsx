/**
 * A bar chart over time, as wide as its container. It is one tab stop, in which arrow keys move between bars. The value of the
 * current bar is shown and announced. Screens with a chart also show the values in a table.
 */
import { type KeyboardEvent, type PointerEvent, useState } from "react";

import { cn } from "@/panel/cn";
import { formatNumber } from "@/panel/format";
import { barAt, barByKey, labeledBars, ticksUpTo } from "./bar-scale";

interface Bar {
  id: string;
  /** Full name, such as 'sexta-feira, 20 de novembro'. */
  name: string;
  /** Label under the axis, such as '20/11'. */
  shortName: string;
  value: number;
}

interface BarChartProps {
  /** Accessible name of the slider that chooses a bar. */
  label: string;
  bars: readonly Bar[];
  /** Number of bars from one label under the axis to the next. */
  labelEvery: number;
  /** Returns a value with its unit: '3 contatos'. */
  describe: (value: number) => string;
}

const [TOP, HEIGHT, AXIS] = [10, 180, 26];
const TOTAL_HEIGHT = TOP + HEIGHT + AXIS;

export function BarChart({ label, bars, labelEvery, describe }: BarChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const ticks = ticksUpTo(Math.max(0, ...bars.map(({ value }) => value)));
  const current = shown === null ? bars.length - 1 : Math.min(shown, bars.length - 1);
  const bar = bars[current];
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(barAt(clientX - left, width, bars.length));
  };
  const press = (event: KeyboardEvent) => {
    const next = barByKey(event.key, current, bars.length);
    if (next === undefined) return;
    event.preventDefault();
    setShown(next);
  };
  return (
    <div className="flex gap-2">
      <Scale ticks={ticks} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={current + 1}
        aria-valuetext={bar && `${bar.name}: ${describe(bar.value)}`}
        className="relative min-w-0 grow touch-pan-y rounded-sm"
        onKeyDown={press}
        onFocus={() => setShown(current)}
        onBlur={() => setShown(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setShown(null)}
      >
        <Plot bars={bars} ticks={ticks} shown={shown} labelEvery={labelEvery} />
        {shown !== null && bar && (
          <Note position={(current + 0.5) / bars.length} name={bar.name} value={describe(bar.value)} />
        )}
      </div>
    </div>
  );
}

const heightOf = (value: number, ticks: readonly number[]) => (value / (ticks.at(-1) ?? 1)) * HEIGHT;

function Scale({ ticks }: { ticks: readonly number[] }) {
  const widest = formatNumber(ticks.at(-1) ?? 0).length;
  return (
    <svg width={8 * widest + 2} height={TOTAL_HEIGHT} className="shrink-0" aria-hidden>
      {ticks.map((tick) => (
        <text
          key={tick}
          x="100%"
          y={TOP + HEIGHT - heightOf(tick, ticks)}
          textAnchor="end"
          dominantBaseline="central"
          className="fill-muted text-xs"
        >
          {formatNumber(tick)}
        </text>
      ))}
    </svg>
  );
}

interface PlotProps extends Pick<BarChartProps, "bars" | "labelEvery"> {
  ticks: readonly number[];
  shown: number | null;
}

function Plot({ bars, ticks, shown, labelEvery }: PlotProps) {
  const percent = (index: number) => `${(index / bars.length) * 100}%`;
  return (
    <svg width="100%" height={TOTAL_HEIGHT} className="block" aria-hidden>
      {ticks.map((tick) => {
        const y = TOP + HEIGHT - heightOf(tick, ticks);
        return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />;
      })}
      {bars.map(({ id, value }, index) => {
        const height = Math.max(heightOf(value, ticks), value > 0 ? 2 : 0);
        return (
          <rect
            key={id}
            x={percent(index + 0.12)}
            y={TOP + HEIGHT - height}
            width={percent(0.76)}
            height={height}
            rx="1.5"
            className={cn("fill-accent", shown !== null && shown !== index && "opacity-45")}
          />
        );
      })}
      {labeledBars(bars.length, labelEvery).map((index) => {
        const anchor = index === bars.length - 1 ? "end" : index / bars.length < 0.06 ? "start" : "middle";
        const position = { start: 0, middle: index + 0.5, end: bars.length }[anchor];
        return (
          <text
            key={index}
            x={percent(position)}
            y={TOTAL_HEIGHT - 4}
            textAnchor={anchor}
            className="fill-muted text-xs"
          >
            {bars[index]?.shortName}
          </text>
        );
      })}
    </svg>
  );
}

interface NoteProps {
  /** Distance from the left, as a fraction of the width. */
  position: number;
  name: string;
  value: string;
}

function Note({ position, name, value }: NoteProps) {
  return (
    <div
      aria-hidden
      className="bg-night text-on-night shadow-high pointer-events-none absolute top-0 z-10 w-44 -translate-x-1/2 rounded-md px-2.5 py-1.5 text-xs"
      style={{ left: `clamp(5.5rem, ${position * 100}%, calc(100% - 5.5rem))` }}
    >
      <span className="text-night-muted block">{name}</span>
      <span className="block font-medium">{value}</span>
    </div>
  );
}
