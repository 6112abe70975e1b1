/**
 * The isometric projection of all drawings: boxes and cylinders on a floor, seen from a corner. x runs to the lower right, y to
 * the lower left, z up; one unit is one unit of the viewBox.
 */
import { clsx } from "clsx/lite";

export type Point = readonly [x: number, y: number, z: number];

const round = (value: number) => Math.round(value * 10) / 10;
const flatX = ([x, y]: Point) => round((x - y) * 0.866);
const flatY = ([x, y, z]: Point) => round((x + y) * 0.5 - z);
const flat = (point: Point) => `${flatX(point)} ${flatY(point)}`;

/** A closed outline through points in space, as path data. */
export const area = (...points: Point[]) => `M${points.map(flat).join("L")}Z`;

/** An open line through points in space, as path data. */
export const line = (...points: Point[]) => `M${points.map(flat).join("L")}`;

export type Tone = "plain" | "night" | "accent";

const TONES: Record<Tone, { edge: string; top: string; left: string; right: string }> = {
  plain: { edge: "stroke-ink", top: "fill-surface", left: "fill-sunken", right: "fill-paper" },
  night: {
    edge: "stroke-night-line",
    top: "fill-night-raised",
    left: "fill-night",
    right: "fill-night-raised",
  },
  accent: { edge: "stroke-ink", top: "fill-accent-soft", left: "fill-signal", right: "fill-accent" },
};

export interface Block {
  at: Point;
  size: readonly [width: number, depth: number, height: number];
}

export function Box({ at: [x, y, z], size: [w, d, h], tone = "plain" }: Block & { tone?: Tone }) {
  const { edge, top, left, right } = TONES[tone];
  return (
    <g className={edge}>
      <path
        className={left}
        d={area([x, y + d, z], [x + w, y + d, z], [x + w, y + d, z + h], [x, y + d, z + h])}
      />
      <path
        className={right}
        d={area([x + w, y, z], [x + w, y + d, z], [x + w, y + d, z + h], [x + w, y, z + h])}
      />
      <path
        className={top}
        d={area([x, y, z + h], [x + w, y, z + h], [x + w, y + d, z + h], [x, y + d, z + h])}
      />
    </g>
  );
}

/** A point on a block's left face: `u` along it, `v` up. */
export const onLeft =
  ({ at: [x, y, z], size: [, depth] }: Block) =>
  (u: number, v: number): Point => [x + u, y + depth, z + v];

/** A point on a block's right face: `u` along it from the near corner, `v` up. */
export const onRight =
  ({ at: [x, y, z], size: [width, depth] }: Block) =>
  (u: number, v: number): Point => [x + width, y + depth - u, z + v];

/** A rectangle on a face. */
export function plate(
  face: (u: number, v: number) => Point,
  u: number,
  v: number,
  width: number,
  height: number,
) {
  return area(face(u, v), face(u + width, v), face(u + width, v + height), face(u, v + height));
}

interface CylinderProps {
  at: Point;
  radius: number;
  height: number;
  tone?: Tone;
}

export function Cylinder({ at: [x, y, z], radius, height, tone = "plain" }: CylinderProps) {
  const { edge, top, left } = TONES[tone];
  // A circle on the floor appears as an ellipse: its radius times √1.5 wide and √0.5 high.
  const rx = round(radius * 1.2247);
  const ry = round(radius * 0.7071);
  const middle = flatX([x, y, 0]);
  const low = flatY([x, y, z]);
  const high = flatY([x, y, z + height]);
  return (
    <g className={edge}>
      <path
        className={left}
        d={`M${middle - rx} ${high}V${low}A${rx} ${ry} 0 0 0 ${round(middle + rx)} ${low}V${high}Z`}
      />
      <ellipse className={top} cx={middle} cy={high} rx={rx} ry={ry} />
    </g>
  );
}

/** Points at one height, written as `x y, x y`. */
export const route = (text: string, z = 0): Point[] =>
  text.split(", ").map((pair) => {
    const [x = 0, y = 0] = pair.split(" ").map(Number);
    return [x, y, z];
  });

/** A cable on the floor along a route, with packets that move through it. Packets of `offbeat` cables move at other times. */
export function Cable({ along, offbeat = false }: { along: string; offbeat?: boolean }) {
  const d = line(...route(along));
  return (
    <g className="cable fill-none" strokeLinecap="round" strokeLinejoin="round">
      <path className="stroke-ink" strokeWidth="4" d={d} />
      <path className="stroke-signal" strokeWidth="1.5" d={d} />
      <path
        className={clsx("packets stroke-signal", offbeat && "packets-offbeat")}
        strokeWidth="5"
        pathLength="100"
        d={d}
      />
    </g>
  );
}
