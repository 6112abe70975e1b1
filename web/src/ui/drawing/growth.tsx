/** A company over the years: four steps, each with more on it than the one before. */
import { area, type Block, Box, Cylinder, line, onLeft, plate } from "./iso";
import { Rack } from "./rack";

const WIDTH = 190;
const DEPTH = 84;
/** The height of each step, from the back: the latest step is the first. */
const STEPS = [126, 88, 50, 12] as const;

export function Growth() {
  return (
    <>
      <Step index={0} accent />
      <Rack at={[16, 12, STEPS[0]]} size={[50, 50, 128]} units={6} />
      <Rack at={[76, 12, STEPS[0]]} size={[50, 50, 92]} units={4} tone="plain" />
      <Cloud />
      <Step index={1} />
      <Rack at={[18, 96, STEPS[1]]} size={[50, 50, 64]} units={3} />
      {[0, 17].map((z) => (
        <Cylinder
          key={z}
          at={[120, 124, STEPS[1] + z]}
          radius={25}
          height={15}
          tone={z === 17 ? "accent" : "plain"}
        />
      ))}
      <Step index={2} />
      <Screen at={[26, 200, STEPS[2]]} />
      <Rack at={[112, 184, STEPS[2]]} size={[46, 46, 40]} units={2} />
      <Step index={3} />
      <Laptop />
    </>
  );
}

function Step({ index, accent = false }: { index: 0 | 1 | 2 | 3; accent?: boolean }) {
  const height = STEPS[index];
  const dots = [0.25, 0.5, 0.75].flatMap((along) =>
    [0.3, 0.7].map((across) => {
      const [x, y] = [WIDTH * along, DEPTH * (index + across)];
      return line([x, y, height], [x + 0.1, y, height]);
    }),
  );
  return (
    <>
      <Box at={[0, DEPTH * index, 0]} size={[WIDTH, DEPTH, height]} tone={accent ? "accent" : "plain"} />
      <path className="stroke-control" strokeWidth="2.4" strokeLinecap="round" d={dots.join("")} />
    </>
  );
}

function Cloud() {
  const puffs = "M-34 15a15 15 0 0 1 1-30a23 23 0 0 1 43-6a17 17 0 0 1 25 16a10.5 10.5 0 0 1-1 20z";
  return (
    <g>
      <path
        className="stroke-control fill-none"
        strokeDasharray="2 5"
        strokeLinecap="round"
        d={line([160, 26, STEPS[0]], [160, 26, 230]) + line([160, 54, STEPS[0]], [160, 54, 226])}
      />
      <g transform="translate(110 -150)">
        <path className="fill-signal stroke-ink" d={puffs} transform="translate(6 5)" />
        <path className="fill-surface stroke-ink" d={puffs} />
      </g>
    </g>
  );
}

function Screen({ at: [x, y, z] }: { at: readonly [number, number, number] }) {
  const screen: Block = { at: [x, y, z + 16], size: [66, 5, 44] };
  const face = onLeft(screen);
  return (
    <g>
      <Box at={[x + 26, y, z]} size={[14, 8, 16]} />
      <Box {...screen} />
      <path className="fill-night stroke-ink" d={plate(face, 4, 4, 58, 36)} />
      <path
        className="stroke-night-signal fill-none"
        strokeWidth="2.4"
        d={line(face(9, 12), face(20, 16), face(30, 14), face(42, 24), face(58, 32))}
      />
    </g>
  );
}

function Laptop() {
  const [x, y, z] = [60, 276, STEPS[3]];
  const screen: Block = { at: [x, y, z + 4], size: [62, 3, 42] };
  const face = onLeft(screen);
  return (
    <g>
      <Box {...screen} />
      <path className="fill-accent-soft stroke-ink" d={plate(face, 4, 4, 54, 34)} />
      <path
        className="fill-accent stroke-none"
        d={plate(face, 9, 27, 22, 4) + plate(face, 9, 19, 34, 3) + plate(face, 9, 12, 28, 3)}
      />
      <Box at={[x, y + 3, z]} size={[62, 42, 4]} />
      <path
        className="fill-sunken stroke-ink"
        d={area(
          [x + 6, y + 9, z + 4],
          [x + 56, y + 9, z + 4],
          [x + 56, y + 26, z + 4],
          [x + 6, y + 26, z + 4],
        )}
      />
    </g>
  );
}
