/** Characters of the GSM 7-bit alphabet, one septet each (3GPP TS 23.038, 6.2.1). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those of its extension, two septets each (6.2.1.1). */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Septets of one part, and of each of several; then the same of UCS-2 characters. */
const GSM = { single: 160, each: 153 } as const;
const UCS2 = { single: 70, each: 67 } as const;

/** Units of a text in the alphabet that it needs: each of them stands in one part as a whole. */
function unitsOf(text: string): { units: number[]; limits: { single: number; each: number } } {
  const septets: number[] = [];
  for (const character of text) {
    if (BASIC.has(character)) septets.push(1);
    else if (EXTENDED.has(character)) septets.push(2);
    else return { units: [...text].map(({ length }) => length), limits: UCS2 };
  }
  return { units: septets, limits: GSM };
}

/** How many parts a short message has: 160 septets in one and 153 in each of several, or 70 and 67 characters of UCS-2. */
export function smsParts(text: string): number {
  const { units, limits } = unitsOf(text);
  if (units.reduce((sum, unit) => sum + unit, 0) <= limits.single) return 1;
  let [parts, used] = [1, 0];
  for (const unit of units) {
    if (used + unit > limits.each) [parts, used] = [parts + 1, 0];
    used += unit;
  }
  return parts;
}
