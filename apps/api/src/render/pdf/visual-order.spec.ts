import { beginsAtRight, inVisualOrder, levelsOf } from './visual-order.js';

/** A line in runs of one direction, as they are drawn. */
function drawn(line: string): string[] {
  const levels = levelsOf(line);
  if (!levels) return [line];
  const runs: { text: string; level: number }[] = [];
  [...line].forEach((character, i) => {
    const level = levels[i] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ text: character, level });
  });
  return inVisualOrder(runs).map(({ text }) => text);
}

describe('a line with Arabic script', () => {
  it('is drawn from right to left by words, whose letters the shaping turns round', () =>
    expect(drawn('أحمد بن علي')).toEqual(['علي', ' ', 'بن', ' ', 'أحمد']));

  it('keeps its place within Latin text', () =>
    expect(drawn('Encik محمد أمين bin Ali').join('|')).toBe('Encik |أمين| |محمد| bin Ali'));

  it('has numbers and Latin words within it from left to right', () => {
    expect(drawn('نومبور 1234 دان').join('|')).toBe('دان| |1234| |نومبور');
    // The shaping turns Arabic digits once more.
    expect(drawn('نومبور ١٢٣ دان').join('|')).toBe('دان| |٣٢١| |نومبور');
    expect(drawn('محمد Ali').join('|')).toBe('Ali| |محمد');
  });

  it('opens brackets the other way', () => expect(drawn('محمد (أمين)').at(0)).toBe(')أمين('));

  it('begins at the right where its first letter does', () => {
    expect(['محمد Ali', '12 محمد', 'Ali محمد', 'Ali', ''].map(beginsAtRight)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('other text is left as it is', () => expect(levelsOf('Siti 陈美玲 முத்து')).toBeNull());
});
