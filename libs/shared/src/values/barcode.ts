/** Lengths of the numbers that carry a GS1 check digit: EAN-8, UPC-A, EAN-13, GTIN-14. */
const checked = /^(\d{8}|\d{12,14})$/;

/**
 * Whether the check digit of an EAN-8, UPC-A, EAN-13 or GTIN-14 is right; null for any other text, which may well be a
 * shop's own. It is reported and never a reason to refuse. Source: GS1 General Specifications, section 7.9.
 */
export function isValidBarcode(barcode: string | null): boolean | null {
  const digits = barcode?.trim() ?? '';
  if (!checked.test(digits)) return null;
  // Counted from the check digit leftwards, every second digit weighs three.
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
