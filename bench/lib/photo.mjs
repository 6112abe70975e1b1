/** Returns a PNG of 1600 × 900 pixels that compresses about as badly as a photo: smooth shapes with grain. */
import { crc32, deflateSync } from "node:zlib";

const [WIDTH, HEIGHT] = [1600, 900];

export function photo() {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  let seed = 1;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const grain = (seed / 2147483648 - 0.5) * 14;
      const light = 120 + 60 * Math.sin(x / 90 + Math.sin(y / 70) * 2) + 40 * Math.cos(y / 50);
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      for (const [channel, tint] of [0.9, 1, 1.1].entries()) {
        rows[at + channel] = Math.max(0, Math.min(255, light * tint + grain));
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(kind, content) {
  const body = Buffer.concat([Buffer.from(kind), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
