/** Pixels of four bytes each, row by row: red, green, blue, and how opaque they are. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** The same picture with as many pixels as fit into a size; one that fits is returned as it is. */
export function shrunk(pixels: Pixels, most: { width: number; height: number }): Pixels {
  const { width, height, rgba } = pixels;
  const scale = Math.min(most.width / width, most.height / height);
  if (scale >= 1) return pixels;
  const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const smaller = new Uint8Array(columns * rows * 4);
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = spanOf(row, rows, height);
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = spanOf(column, columns, width);
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let y = top; y < bottom; y += 1)
        for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at += 4) {
          // A clear pixel adds no colour.
          const weight = rgba[at + 3] as number;
          red += (rgba[at] as number) * weight;
          green += (rgba[at + 1] as number) * weight;
          blue += (rgba[at + 2] as number) * weight;
          alpha += weight;
        }
      const count = (bottom - top) * (right - left);
      const share = alpha || 1;
      smaller.set(
        [red / share, green / share, blue / share, alpha / count].map(Math.round),
        (row * columns + column) * 4,
      );
    }
  }
  return { width: columns, height: rows, rgba: smaller };
}

/** The pixels that one of fewer stands for. */
function spanOf(place: number, places: number, side: number): [from: number, to: number] {
  const from = Math.floor((place * side) / places);
  return [from, Math.max(from + 1, Math.floor(((place + 1) * side) / places))];
}
