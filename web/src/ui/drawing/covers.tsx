/** The drawings on articles' covers, one for each subject. */
import type { ReactNode } from "react";

import type { CoverName } from "./drawing";
import { area, type Block, Box, Cable, Cylinder, line, onLeft, plate, type Tone } from "./iso";

export const covers: Record<CoverName, () => ReactNode> = {
  cloud: Cloud,
  security: Security,
  ai: Intelligence,
  automation: Automation,
  backup: Backup,
  monitoring: Monitoring,
};

/** The same servers on the ground and one floor up, with lines between them. */
function Cloud() {
  const racks = [0, 44, 88];
  return (
    <g transform="translate(1 -30) scale(0.9)">
      <Box at={[0, 0, 0]} size={[132, 132, 5]} />
      {racks.map((x) => (
        <Box key={x} at={[x + 8, 76, 5]} size={[28, 44, 26]} tone="night" />
      ))}
      <path
        className="stroke-control fill-none"
        strokeDasharray="2 4"
        d={racks.map((x) => line([x + 22, 98, 31], [x + 22, 98, 82])).join("")}
      />
      <Box at={[-4, 64, 82]} size={[140, 66, 8]} />
      <Box at={[4, 76, 90]} size={[28, 40, 16]} tone="accent" />
      <Box at={[48, 76, 90]} size={[28, 40, 16]} tone="accent" />
      <path
        className="stroke-ink fill-none"
        strokeDasharray="3 3"
        d={area([92, 76, 90], [120, 76, 90], [120, 116, 90], [92, 116, 90])}
      />
    </g>
  );
}

/** A wall with one guarded gate. */
function Security() {
  const gate: Block = { at: [58, 60, 5], size: [40, 30, 62] };
  const face = onLeft(gate);
  return (
    <g transform="translate(-3 -74) scale(1.1)">
      <Box at={[-10, 20, 0]} size={[176, 110, 5]} />
      <Box at={[-4, 66, 5]} size={[56, 18, 40]} tone="night" />
      <Box {...gate} tone="accent" />
      <path className="fill-night stroke-ink" d={plate(face, 8, 0, 24, 34)} />
      <path className="fill-night-signal stroke-none" d={plate(face, 15, 10, 10, 10)} />
      <path
        className="stroke-night-signal fill-none"
        strokeWidth="2.4"
        d={line(face(17, 20), face(17, 26), face(23, 26), face(23, 20))}
      />
      <Box at={[104, 66, 5]} size={[56, 18, 40]} tone="night" />
      <path
        className="stroke-signal fill-none"
        strokeWidth="3"
        strokeDasharray="1 8"
        strokeLinecap="round"
        d={line([78, 92, 5], [78, 128, 5])}
      />
    </g>
  );
}

const HEIGHTS = [
  [10, 18, 8, 14, 22],
  [16, 30, 20, 38, 12],
  [8, 24, 52, 26, 18],
  [20, 12, 28, 16, 34],
  [12, 22, 10, 24, 14],
];

/** A grid of bars. The highest ones have the accent color. */
function Intelligence() {
  return (
    <g transform="translate(0 -68) scale(1.12)">
      <Box at={[-8, -8, 0]} size={[146, 146, 5]} tone="night" />
      {HEIGHTS.flatMap((row, y) =>
        row.map((height, x) => (
          <Box
            key={`${x} ${y}`}
            at={[x * 27, y * 27, 5]}
            size={[20, 20, height]}
            tone={height > 29 ? "accent" : "plain"}
          />
        )),
      )}
    </g>
  );
}

/** Blocks on a belt, finished by the machine in its middle. */
function Automation() {
  const machine: Block = { at: [58, 34, 12], size: [56, 56, 56] };
  const face = onLeft(machine);
  const piece = (x: number, tone: Tone) => <Box key={x} at={[x, 50, 14]} size={[22, 22, 18]} tone={tone} />;
  return (
    <g transform="translate(-23 -66) scale(1.05)">
      <Box at={[-46, 40, 0]} size={[264, 42, 14]} tone="night" />
      {piece(-34, "plain")}
      {piece(8, "plain")}
      <Box {...machine} />
      <path className="fill-night stroke-ink" d={plate(face, 8, 26, 40, 22)} />
      <path
        className="fill-night-signal stroke-none"
        d={plate(face, 14, 33, 20, 3) + plate(face, 14, 40, 28, 3)}
      />
      <path className="fill-ink stroke-none" d={plate(face, 12, 2, 32, 18)} />
      {piece(130, "accent")}
      {piece(172, "accent")}
    </g>
  );
}

/** Three copies of the same data, one of them behind walls. */
function Backup() {
  return (
    <g transform="translate(-7 -56) scale(1.02)">
      <Cable along="-20 70, 150 70" />
      <Cylinder at={[-30, 70, 0]} radius={27} height={16} tone="night" />
      <Cylinder at={[-30, 70, 20]} radius={27} height={16} tone="night" />
      <Cylinder at={[62, 70, 0]} radius={27} height={16} />
      <Cylinder at={[62, 70, 20]} radius={27} height={16} />
      <Box at={[118, 34, 0]} size={[70, 70, 6]} />
      <Cylinder at={[153, 69, 6]} radius={27} height={14} tone="accent" />
      <Cylinder at={[153, 69, 24]} radius={27} height={14} tone="accent" />
      <path
        className="stroke-ink fill-none"
        d={
          line([118, 104, 6], [118, 104, 62], [188, 104, 62], [188, 104, 6]) +
          line([188, 104, 62], [188, 34, 62], [188, 34, 6]) +
          line([118, 104, 62], [118, 34, 62], [188, 34, 62])
        }
      />
    </g>
  );
}

const PULSE = [30, 32, 28, 34, 30, 33, 58, 12, 36, 31, 34, 30];

/** A screen with a pulse, and what it measures. */
function Monitoring() {
  const screen: Block = { at: [-8, 66, 14], size: [150, 8, 84] };
  const face = onLeft(screen);
  return (
    <g transform="translate(14 -33) scale(0.88)">
      <Box at={[-14, 40, 0]} size={[166, 96, 5]} />
      <Box at={[54, 60, 5]} size={[26, 20, 9]} tone="night" />
      <Box {...screen} />
      <path className="fill-night stroke-ink" d={plate(face, 6, 6, 138, 72)} />
      <path
        className="stroke-night-line fill-none"
        d={[24, 42, 60].map((v) => line(face(12, v), face(138, v))).join("")}
      />
      <path
        className="stroke-night-signal fill-none"
        strokeWidth="2.6"
        d={line(...PULSE.map((value, step) => face(14 + step * 11, value + 6)))}
      />
      <Box at={[10, 104, 5]} size={[16, 16, 12]} />
      <Box at={[38, 104, 5]} size={[16, 16, 22]} />
      <Box at={[66, 104, 5]} size={[16, 16, 16]} />
      <Box at={[94, 104, 5]} size={[16, 16, 34]} tone="accent" />
    </g>
  );
}
