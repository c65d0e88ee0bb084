import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Reduces screenshots to small PNG files with a colour palette (PNG, third edition). */

const SIGNATURE_BYTES = 8;
/** Number of bytes in a PNG chunk besides its data: the length, the name and the CRC. */
const CHUNK_OVERHEAD_BYTES = 12;
/** Number of bytes for each pixel of a screenshot: red, green and blue. */
const CHANNELS = 3;
const MAX_COLOURS = 256;
/**
 * The bits of a colour value that decide its shade. Colours that differ only in the other bits look
 * alike.
 */
const SHADE = 0xf8;

/**
 * Returns the same picture with a colour palette. Accepts only PNGs with 8 bits for each colour and
 * no transparency.
 */
export function packed(png: Buffer): Buffer {
  const { width, height, lines } = read(png);
  const pixels = unfilter(lines, width * CHANNELS, height);
  const { palette, indexOf } = paletteOf(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = Math.floor(pixel / width);
    rows[row * (width + 1) + 1 + (pixel % width)] = indexOf(colourAt(pixels, pixel));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each pixel, colour type 3: each pixel is an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function read(png: Buffer) {
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const bytes = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(png.subarray(at + 8, at + 8 + bytes));
    }
    at += bytes + CHUNK_OVERHEAD_BYTES;
  }
  const lines = inflateSync(Buffer.concat(data));
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), lines };
}

/** Undoes PNG filters, which store each byte as the difference from bytes beside it. */
function unfilter(lines: Buffer, stride: number, height: number): Buffer {
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = lines[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < CHANNELS ? 0 : (pixels[at - CHANNELS] ?? 0);
      const above = pixels[at - stride] ?? 0;
      const corner = column < CHANNELS ? 0 : (pixels[at - stride - CHANNELS] ?? 0);
      const average = Math.floor((left + above) / 2);
      const expected = [0, left, above, average, paeth(left, above, corner)][filter] ?? 0;
      pixels[at] = (lines[at + row + 1] ?? 0) + expected;
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const distance = (value: number): number => Math.abs(guess - value);
  if (distance(left) <= distance(above) && distance(left) <= distance(corner)) return left;
  return distance(above) <= distance(corner) ? above : corner;
}

function colourAt(pixels: Buffer, pixel: number): number {
  return pixels.readUIntBE(pixel * CHANNELS, CHANNELS);
}

/**
 * Returns a palette of the most common colours. Each other colour is replaced by the nearest of
 * them.
 */
function paletteOf(pixels: Buffer) {
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel * CHANNELS < pixels.length; pixel += 1) {
    const colour = colourAt(pixels, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  // Of each shade, keep the most common colour. Large surfaces then keep their exact colour.
  const byCount = [...counts].sort(([, fewer], [, more]) => more - fewer);
  const shades = new Map<string, number>();
  for (const [colour] of byCount) {
    const shade = channelsOf(colour).map((channel) => channel & SHADE);
    const name = shade.join();
    if (!shades.has(name) && shades.size < MAX_COLOURS) shades.set(name, colour);
  }
  const palette = [...shades.values()];
  const indexes = new Map<number, number>();
  const indexOf = (colour: number): number => {
    const known = indexes.get(colour) ?? nearestColour(palette, colour);
    indexes.set(colour, known);
    return known;
  };
  return { palette: Buffer.from(palette.flatMap(channelsOf)), indexOf };
}

function channelsOf(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function nearestColour(palette: readonly number[], colour: number): number {
  const wanted = channelsOf(colour);
  const distances = palette.map((candidate) =>
    channelsOf(candidate).reduce((sum, channel, index) => {
      return sum + (channel - (wanted[index] ?? 0)) ** 2;
    }, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
