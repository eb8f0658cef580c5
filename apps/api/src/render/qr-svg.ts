import { squares } from './label/codes.js';

/** A text as QR code for a page: black on white with the quiet zone on a page of any colour. @returns an SVG */
export function qrSvg(text: string): string {
  const { width, height, quiet, dark } = squares(text);
  const [x, y] = [width + 2 * quiet, height + 2 * quiet];
  const path = dark.map(([left, top, wide, high]) => `M${left + quiet} ${top + quiet}h${wide}v${high}h-${wide}z`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x} ${y}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${x}v${y}H0z"/><path d="${path.join('')}"/></svg>`
  );
}
