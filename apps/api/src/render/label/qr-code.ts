import { squares } from './codes.js';

/** Draws a text as QR code for a page: black on white with the quiet zone on a page of any colour. @returns an SVG, in UTF-8 */
export function drawQrCode({ text }: { text: string }): Promise<Uint8Array> {
  const { width, height, quiet, dark } = squares(text);
  const [x, y] = [width + 2 * quiet, height + 2 * quiet];
  const path = dark.map(([left, top, wide, high]) => `M${left + quiet} ${top + quiet}h${wide}v${high}h-${wide}z`);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x} ${y}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${x}v${y}H0z"/><path d="${path.join('')}"/></svg>`;
  return Promise.resolve(new TextEncoder().encode(svg));
}
