/** The calendar years that an academic year covers, both included. */
export interface Years {
  from: number;
  to: number;
}

/** `2026`, `2026/2027`, `2026-27`, also within other words. */
const named = /(?<!\d)(\d{4})(?:\s*[/–-]\s*(\d{4}|\d{2}))?(?!\d)/;

/**
 * The years that an academic year names; none is this year. A text that names no year covers none: it is compared as a text.
 * @param today YYYY-MM-DD
 */
export function yearsOf(academic_year: number | string | null, today: string): Years | null {
  const text = String(academic_year ?? '').trim();
  if (text === '') return yearsOf(today.slice(0, 4), today);
  const [, first, last] = named.exec(text) ?? [];
  if (first === undefined) return null;
  const from = Number(first);
  // The second year of 2026/27 is of the same century, of 2099/00 of the next.
  const short = last?.length === 2 ? Math.floor(from / 100) * 100 + Number(last) : Number(last ?? first);
  const to = last?.length === 2 && short < from ? short + 100 : short;
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

/** Whether two academic years have a year in common; texts that name none are compared trimmed and in any case. */
export function areSimultaneous(a: number | string | null, b: number | string | null, today: string): boolean {
  const [first, second] = [yearsOf(a, today), yearsOf(b, today)];
  if (first && second) return first.from <= second.to && second.from <= first.to;
  return !first && !second && textOf(a) === textOf(b);
}

const textOf = (academic_year: number | string | null): string => String(academic_year).trim().toLowerCase();
