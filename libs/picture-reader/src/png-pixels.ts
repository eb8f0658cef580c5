import { createInflate, inflateSync } from 'node:zlib';
import type { Pixels } from './pixels.js';

const SIGNATURE_BYTES = 8;
/** Samples of a pixel, by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const [GREY, RGB, PALETTE, GREY_ALPHA] = [0, 2, 3, 4];
/** Adam7: first column and row of a pass, and the steps to the next. */
const interlaced = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const straight = [[0, 0, 1, 1]] as const;
const MOST_FILTER = 4;
const NONE = Buffer.alloc(0);

/** A part of the picture whose rows follow each other in the data. */
interface Pass {
  x: number;
  y: number;
  dx: number;
  dy: number;
  columns: number;
  rows: number;
  /** Bytes of a row, without that of its filter. */
  rowBytes: number;
}

interface Parts {
  width: number;
  height: number;
  depth: number;
  colours: number;
  palette: Buffer;
  transparency: Buffer;
  data: Buffer;
  passes: Pass[];
  /** Bytes of all rows with their filters. */
  bytes: number;
}

/** @param png complete, without metadata: as `readPicture` returns it */
function partsOf(png: Buffer): Parts {
  const data: Buffer[] = [];
  let [header, palette, transparency]: [Buffer, Buffer, Buffer] = [NONE, NONE, NONE];
  for (let at = SIGNATURE_BYTES; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    const chunk = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === 'IHDR') header = chunk;
    else if (type === 'PLTE') palette = chunk;
    else if (type === 'tRNS') transparency = chunk;
    else if (type === 'IDAT') data.push(chunk);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colours = 0] = header.subarray(8);
  const bits = depth * (samples[colours] ?? 0);
  const passes = (header[12] === 1 ? interlaced : straight)
    .map(([x, y, dx, dy]) => {
      const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
      return { x, y, dx, dy, columns, rows, rowBytes: Math.ceil((columns * bits) / 8) };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const bytes = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0);
  return { width, height, depth, colours, palette, transparency, data: Buffer.concat(data), passes, bytes };
}

/**
 * Whether the pixels of a PNG are all there, and no more: what it holds is unpacked piece by piece, no further than they reach.
 * @param png complete, as `readPicture` returns it
 */
export async function hasAllPixels(png: Buffer): Promise<boolean> {
  const { passes, bytes, data } = partsOf(png);
  const filters = filterPlaces(passes);
  let next = filters.next();
  let read = 0;
  const inflate = createInflate();
  inflate.end(data);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      for (; !next.done && next.value < read + piece.length; next = filters.next())
        if ((piece[next.value - read] ?? 0) > MOST_FILTER) return false;
      read += piece.length;
      if (read > bytes) return false;
    }
  } catch {
    // zlib says that the data are cut or damaged.
    return false;
  }
  return read === bytes;
}

function* filterPlaces(passes: readonly Pass[]): Generator<number, void, undefined> {
  let at = 0;
  for (const { rows, rowBytes } of passes) for (let row = 0; row < rows; row += 1, at += 1 + rowBytes) yield at;
}

/** Takes the filter of a row back, in place (PNG, 9.2). @param step bytes from a sample to the same one of the pixel before */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array | null, step: number): void {
  for (let i = 0; i < row.length; i += 1) {
    const left = i < step ? 0 : (row[i - step] as number);
    const up = above ? (above[i] as number) : 0;
    if (filter === 1) row[i] = (row[i] as number) + left;
    else if (filter === 2) row[i] = (row[i] as number) + up;
    else if (filter === 3) row[i] = (row[i] as number) + ((left + up) >> 1);
    else {
      const corner = above && i >= step ? (above[i - step] as number) : 0;
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      row[i] = (row[i] as number) + (a <= b && a <= c ? left : b <= c ? up : corner);
    }
  }
}

/** Decodes a PNG of any colour type. @param png one that `hasAllPixels` @throws for data that are cut or damaged */
export function pngPixels(png: Buffer): Pixels {
  const parts = partsOf(png);
  const { width, height, depth, colours, passes } = parts;
  const data = inflateSync(parts.data, { maxOutputLength: parts.bytes });
  if (data.length < parts.bytes) throw new Error('The pixels of a PNG are not all there');
  const rgba = new Uint8Array(width * height * 4);
  const step = Math.max(1, (depth * (samples[colours] ?? 0)) >> 3);
  const put = pixelWriter(parts, rgba);
  let at = 0;
  for (const { x, y, dx, dy, columns, rows, rowBytes } of passes) {
    let above: Uint8Array | null = null;
    for (let row = 0; row < rows; row += 1) {
      const bytes = data.subarray(at + 1, at + 1 + rowBytes);
      const filter = data[at] as number;
      if (filter > 0) unfilter(filter, bytes, above, step);
      for (let column = 0; column < columns; column += 1)
        put(bytes, column, ((y + row * dy) * width + x + column * dx) * 4);
      above = bytes;
      at += 1 + rowBytes;
    }
  }
  return { width, height, rgba };
}

/** Writes a pixel of a row to its place, by colour type and depth. */
function pixelWriter(
  { depth, colours, palette, transparency }: Parts,
  rgba: Uint8Array,
): (row: Uint8Array, column: number, to: number) => void {
  const wide = depth === 16 ? 2 : 1;
  const clear = transparency.length >= 2 ? transparency : null;
  const most = 2 ** Math.min(depth, 8) - 1;
  const set = (to: number, red: number, green: number, blue: number, alpha: number): void => {
    rgba[to] = red;
    rgba[to + 1] = green;
    rgba[to + 2] = blue;
    rgba[to + 3] = alpha;
  };
  const isClear = (row: Uint8Array, at: number, count: number): boolean => {
    for (let i = 0; clear && i < count; i += 1) {
      const sample = wide === 2 ? (row[at + 2 * i] as number) * 256 + (row[at + 2 * i + 1] as number) : row[at + i];
      if (sample !== clear.readUInt16BE(2 * i)) return false;
    }
    return clear !== null;
  };
  /** A sample of less than a byte, or of one. */
  const small = (row: Uint8Array, column: number): number =>
    depth >= 8
      ? (row[column] as number)
      : ((row[(column * depth) >> 3] as number) >> (8 - depth - ((column * depth) & 7))) & most;
  if (colours === PALETTE)
    return (row, column, to) => {
      const index = small(row, column);
      const [red = 0, green = 0, blue = 0] = palette.subarray(index * 3, index * 3 + 3);
      set(to, red, green, blue, transparency[index] ?? 255);
    };
  if (colours === GREY && depth < 16)
    return (row, column, to) => {
      const sample = small(row, column);
      const grey = Math.round((sample * 255) / most);
      set(to, grey, grey, grey, clear && sample === clear.readUInt16BE(0) ? 0 : 255);
    };
  const count = samples[colours] ?? 0;
  return (row, column, to) => {
    const at = column * count * wide;
    const sample = (i: number): number => row[at + i * wide] as number;
    if (colours === GREY) set(to, sample(0), sample(0), sample(0), isClear(row, at, 1) ? 0 : 255);
    else if (colours === RGB) set(to, sample(0), sample(1), sample(2), isClear(row, at, 3) ? 0 : 255);
    else if (colours === GREY_ALPHA) set(to, sample(0), sample(0), sample(0), sample(1));
    else set(to, sample(0), sample(1), sample(2), sample(3));
  };
}
