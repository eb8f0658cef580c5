import { qrSvg } from '../qr-svg.js';

/** Draws a text as QR code for a page. @returns an SVG, in UTF-8 */
export function drawQrCode({ text }: { text: string }): Promise<Uint8Array> {
  return Promise.resolve(new TextEncoder().encode(qrSvg(text)));
}
