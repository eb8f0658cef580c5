import { BoundedCache } from '@usaha/shared/operation';
import { qrSvg } from '../../render/qr-svg.js';

/** Codes of pages that are read every few seconds: drawing one takes longer than all the rest of its page. */
export class PayCodes {
  private readonly drawn = new BoundedCache<string, string>({ entries: 500, characters: 8_000_000 });

  /** A payload as QR code for a page. @returns an SVG */
  svgOf(payload: string): string {
    const kept = this.drawn.get(payload);
    if (kept !== undefined) return kept;
    const svg = qrSvg(payload);
    this.drawn.set(payload, svg);
    return svg;
  }
}

export const payCodes = new PayCodes();
