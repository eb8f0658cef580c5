/** Adds the check digit to the first twelve. Source: GS1 General Specifications, section 7.9. */
export function ean13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 1 ? 3 : 1), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
