import { area, type Block, Box, onLeft, onRight, plate, type Point, type Tone } from "./iso";

interface RackProps extends Block {
  /** Number of servers. */
  units: number;
  tone?: Tone;
}

/** A cabinet of servers, with its front on the left. */
export function Rack({ at, size, units, tone = "night" }: RackProps) {
  const block = { at, size };
  const front = onLeft(block);
  const side = onRight(block);
  const [width, depth, height] = size;
  const pitch = (height - 10) / units;
  const rows = Array.from({ length: units }, (_, row) => 6 + row * pitch);
  const isNight = tone === "night";
  const lights = rows.flatMap((v) => [
    plate(front, 9, v + pitch * 0.34, 3.5, 3.5),
    plate(front, 15, v + pitch * 0.34, 3.5, 3.5),
  ]);
  const slots = rows.map((v) => slot(front, v + pitch * 0.4, width));
  const vents = rows.map((v) => plate(side, 8, v + 2, depth - 16, pitch - 8));
  return (
    <g>
      <Box at={at} size={size} tone={tone} />
      <path
        className={isNight ? "fill-night-raised stroke-night-line" : "fill-surface stroke-ink"}
        d={rows.map((v) => plate(front, 5, v, width - 10, pitch - 3)).join("")}
      />
      <path className="fill-signal stroke-none" d={lights.join("")} />
      <path className={slotClass(isNight)} d={slots.join("")} />
      <path
        className={isNight ? "stroke-night-line fill-none" : "stroke-line fill-none"}
        d={vents.join("")}
      />
    </g>
  );
}

const slotClass = (isNight: boolean) => (isNight ? "fill-night-muted stroke-none" : "fill-muted stroke-none");

function slot(front: (u: number, v: number) => Point, v: number, width: number) {
  const from = width * 0.46;
  return area(front(from, v), front(width - 10, v), front(width - 10, v + 2), front(from, v + 2));
}
