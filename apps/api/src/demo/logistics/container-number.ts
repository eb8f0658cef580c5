/** Values of the letters, which pass over the multiples of 11. */
const valueOf = (character: string): number => {
  if (/\d/.test(character)) return Number(character);
  const place = character.charCodeAt(0) - 'A'.charCodeAt(0);
  return 10 + place + Math.floor((place + 9) / 10);
};

/** Adds the check digit to the owner's code and the serial number of a container. Source: ISO 6346, annex A. */
export function containerNumber(ten: string): string {
  const sum = [...ten].reduce((total, character, i) => total + valueOf(character) * 2 ** i, 0);
  return `${ten}${(sum % 11) % 10}`;
}
