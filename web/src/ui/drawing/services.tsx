/** One small drawing for each page of services. */
import type { ReactNode } from "react";

import type { ServiceDrawingName } from "./drawing";
import { area, type Block, Box, Cylinder, line, onLeft, onRight, plate } from "./iso";

export const services: Record<ServiceDrawingName, () => ReactNode> = {
  support: Support,
  security: Security,
  cloud: Stack,
  development: Development,
  erp: Erp,
  database: Database,
};

/** A workstation on a desk with its tower. */
function Support() {
  const screen: Block = { at: [4, 34, 22], size: [78, 6, 50] };
  const face = onLeft(screen);
  return (
    <>
      <Box at={[0, 0, 0]} size={[100, 100, 6]} />
      <Box at={[84, 18, 6]} size={[14, 46, 44]} tone="night" />
      <Box at={[34, 34, 6]} size={[18, 12, 16]} />
      <Box {...screen} />
      <path className="fill-night stroke-ink" d={plate(face, 4, 4, 70, 42)} />
      <path
        className="stroke-night-signal fill-none"
        strokeWidth="2.4"
        d={line(face(9, 22), face(24, 22), face(30, 36), face(39, 12), face(46, 22), face(69, 22))}
      />
      <path className="fill-sunken stroke-ink" d={area([10, 66, 6], [70, 66, 6], [70, 88, 6], [10, 88, 6])} />
      <path className="fill-signal stroke-ink" d={area([78, 74, 6], [90, 74, 6], [90, 90, 6], [78, 90, 6])} />
    </>
  );
}

/** A camera over a locked box. */
function Security() {
  const safe: Block = { at: [8, 20, 6], size: [64, 64, 52] };
  const face = onLeft(safe);
  const side = onRight(safe);
  return (
    <>
      <Box at={[0, 0, 0]} size={[100, 100, 6]} />
      <Box at={[84, 6, 6]} size={[6, 6, 76]} />
      <Box {...safe} tone="night" />
      <path
        className="stroke-night-muted fill-none"
        d={plate(face, 6, 6, 52, 40) + plate(side, 6, 6, 52, 40)}
      />
      <path className="fill-night-signal stroke-none" d={plate(face, 26, 14, 14, 13)} />
      <path
        className="stroke-night-signal fill-none"
        strokeWidth="3"
        d={line(face(29, 27), face(29, 36), face(37, 36), face(37, 27))}
      />
      <Box at={[58, 2, 72]} size={[40, 16, 15]} tone="accent" />
      <path
        className="fill-night stroke-ink"
        d={plate(onLeft({ at: [58, 2, 72], size: [40, 16, 15] }), 3, 3, 11, 9)}
      />
    </>
  );
}

/** Machines as layers over one another, with a cloud on top. */
function Stack() {
  return (
    <>
      <Box at={[4, 4, 0]} size={[92, 92, 14]} tone="night" />
      <path
        className="stroke-control fill-none"
        strokeDasharray="2 4"
        d={[
          [4, 96],
          [96, 96],
          [96, 4],
        ]
          .map(([x = 0, y = 0]) => line([x, y, 14], [x, y, 68]))
          .join("")}
      />
      <Box at={[4, 4, 34]} size={[92, 92, 10]} />
      <Box at={[4, 4, 64]} size={[92, 92, 10]} tone="accent" />
      <path
        className="fill-surface stroke-ink"
        d="M-34 -17a14 11 0 0 1 3 -20a21 17 0 0 1 40 -5a17 14 0 0 1 24 12a9 7.5 0 0 1 -2 13z"
      />
    </>
  );
}

/** A window of code with a chip in front. */
function Development() {
  const pane: Block = { at: [2, 22, 6], size: [92, 6, 74] };
  const face = onLeft(pane);
  const rows = [52, 42, 32, 22].map((v, row) =>
    plate(face, row % 3 === 0 ? 10 : 18, v, [34, 46, 28, 40][row] ?? 30, 4),
  );
  return (
    <>
      <Box at={[0, 0, 0]} size={[100, 100, 6]} />
      <Box {...pane} />
      <path className="fill-ink stroke-none" d={plate(face, 0, 63, 92, 11)} />
      <path
        className="fill-signal stroke-none"
        d={plate(face, 5, 66.5, 5, 5) + plate(face, 13, 66.5, 5, 5)}
      />
      <path className="fill-muted stroke-none" d={rows.join("")} />
      <path className="fill-signal stroke-none" d={plate(face, 68, 32, 16, 4) + plate(face, 10, 12, 20, 4)} />
      <path
        className="stroke-ink fill-none"
        d={[0, 1, 2]
          .map(
            (pin) =>
              line([46, 58 + pin * 12, 6], [94, 58 + pin * 12, 6]) +
              line([58 + pin * 12, 46, 6], [58 + pin * 12, 94, 6]),
          )
          .join("")}
      />
      <Box at={[52, 52, 6]} size={[36, 36, 12]} tone="accent" />
      <path
        className="stroke-ink fill-none"
        d={area([61, 61, 18], [79, 61, 18], [79, 79, 18], [61, 79, 18])}
      />
    </>
  );
}

/** Departments as blocks of different heights on one floor. */
function Erp() {
  return (
    <>
      <Box at={[0, 0, 0]} size={[100, 100, 6]} />
      <Box at={[10, 10, 6]} size={[34, 34, 62]} tone="night" />
      <Box at={[56, 10, 6]} size={[34, 34, 38]} />
      <Box at={[10, 56, 6]} size={[34, 34, 24]} />
      <Box at={[56, 56, 6]} size={[34, 34, 14]} tone="accent" />
    </>
  );
}

function Database() {
  return (
    <>
      <Box at={[0, 0, 0]} size={[100, 100, 6]} />
      <Cylinder at={[50, 50, 6]} radius={38} height={20} tone="night" />
      <Cylinder at={[50, 50, 31]} radius={38} height={20} />
      <Cylinder at={[50, 50, 56]} radius={38} height={20} tone="accent" />
    </>
  );
}
