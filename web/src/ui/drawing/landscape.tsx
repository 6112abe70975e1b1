/** The hero's drawing: a small data center, with everything the company takes care of wired together. */
import { area, type Block, Box, Cable, Cylinder, line, onLeft, onRight, plate } from "./iso";
import { Rack } from "./rack";

const FLOOR: Block = { at: [0, 0, -12], size: [320, 320, 12] };
const WALL: Block = { at: [262, 40, 0], size: [14, 96, 50] };
const SCREEN: Block = { at: [226, 176, 18], size: [8, 116, 80] };
const LAPTOP: Block = { at: [62, 258, 4], size: [62, 3, 42] };

export function Landscape() {
  return (
    <>
      <Floor />
      <Cable along="64 96, 64 160" />
      <Cable along="98 190, 150 190, 150 234, 226 234" />
      <Cable along="142 96, 142 140, 190 140, 190 206, 226 206" offbeat />
      <Cable along="176 66, 262 66" offbeat />
      <Cable along="276 100, 300 100, 300 230, 242 230" />
      <Rack at={[30, 30, 0]} size={[66, 66, 174]} units={8} />
      <Rack at={[110, 30, 0]} size={[66, 66, 118]} units={5} tone="plain" />
      <Firewall />
      <Cloud />
      <Database />
      <Dashboard />
      <Laptop />
    </>
  );
}

function Floor() {
  const dots = Array.from({ length: 9 * 9 }, (_, index) => {
    const x = 32 + (index % 9) * 32;
    const y = 32 + Math.floor(index / 9) * 32;
    return line([x, y, 0], [x + 0.1, y, 0]);
  });
  return (
    <>
      <Box {...FLOOR} />
      <path className="stroke-control" strokeWidth="2.4" strokeLinecap="round" d={dots.join("")} />
    </>
  );
}

function Firewall() {
  const face = onRight(WALL);
  const bricks = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      const start = column * 24 + (row % 2 ? 12 : 0);
      return plate(face, start, row * 12.5, Math.min(24, 96 - start), 12.5);
    }),
  );
  return (
    <g>
      <Box {...WALL} tone="accent" />
      <path className="stroke-ink fill-none" d={bricks.join("")} />
    </g>
  );
}

function Cloud() {
  const puffs = "M-50 22a22 22 0 0 1 2-44a33 33 0 0 1 63-9a25 25 0 0 1 36 23a15.5 15.5 0 0 1-1 30z";
  return (
    <g>
      <path
        className="stroke-control fill-none"
        strokeDasharray="2 5"
        strokeLinecap="round"
        d={
          line([269, 60, 50], [269, 60, 128]) +
          line([269, 88, 50], [269, 88, 128]) +
          line([269, 116, 50], [269, 116, 128])
        }
      />
      <g transform="matrix(.866 -.5 0 1 157 14)">
        <path className="fill-signal stroke-ink" d={puffs} transform="translate(8 6)" />
        <path className="fill-surface stroke-ink" d={puffs} />
      </g>
    </g>
  );
}

function Database() {
  return (
    <g>
      {[0, 20, 40].map((z) => (
        <Cylinder key={z} at={[64, 190, z]} radius={30} height={17} tone={z === 40 ? "accent" : "plain"} />
      ))}
    </g>
  );
}

function Dashboard() {
  const face = onRight(SCREEN);
  const bars = [10, 16, 13, 22, 19, 30].map((height, index) => plate(face, 12 + index * 9, 10, 5, height));
  const trend = line(face(12, 42), face(28, 46), face(42, 43), face(58, 52), face(74, 50), face(104, 66));
  return (
    <g>
      <Box at={[220, 222, 0]} size={[22, 24, 3]} />
      <Box at={[227, 230, 3]} size={[6, 9, 16]} />
      <Box {...SCREEN} />
      <path className="fill-night stroke-ink" d={plate(face, 5, 5, 106, 70)} />
      <path className="fill-night-muted stroke-none" d={bars.join("")} />
      <path className="stroke-night-signal fill-none" strokeWidth="2.5" d={trend} />
      <path className="fill-night-signal stroke-none" d={plate(face, 74, 10, 30, 7)} />
      <path
        className="fill-night-muted stroke-none"
        d={plate(face, 74, 22, 30, 3) + plate(face, 74, 30, 22, 3) + plate(face, 74, 38, 26, 3)}
      />
    </g>
  );
}

function Laptop() {
  const face = onLeft(LAPTOP);
  const [x] = LAPTOP.at;
  return (
    <g>
      <Box {...LAPTOP} />
      <path className="fill-accent-soft stroke-ink" d={plate(face, 4, 4, 54, 34)} />
      <path
        className="fill-accent stroke-none"
        d={plate(face, 9, 27, 22, 4) + plate(face, 9, 19, 34, 3) + plate(face, 9, 12, 28, 3)}
      />
      <Box at={[x, 261, 0]} size={[62, 42, 4]} />
      <path
        className="fill-sunken stroke-ink"
        d={
          area([x + 6, 266, 4], [x + 56, 266, 4], [x + 56, 284, 4], [x + 6, 284, 4]) +
          area([x + 22, 289, 4], [x + 40, 289, 4], [x + 40, 299, 4], [x + 22, 299, 4])
        }
      />
    </g>
  );
}
