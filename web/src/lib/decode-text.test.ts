import { expect, it } from "vitest";

import { decodeText } from "./decode-text";

it.each([
  ["UTF-8", [0x47, 0xc3, 0xa3]],
  ["UTF-8 with a byte order mark", [0xef, 0xbb, 0xbf, 0x47, 0xc3, 0xa3]],
  ["Windows-1252", [0x47, 0xe3]],
  ["little-endian UTF-16", [0xff, 0xfe, 0x47, 0, 0xe3, 0]],
  ["big-endian UTF-16", [0xfe, 0xff, 0, 0x47, 0, 0xe3]],
])("file in %s is decoded", (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe("Gã");
});
