/** A turn of phrase that is not used: where it begins, and what to write instead. */
export interface Turn {
  index: number;
  phrase: string;
  instead: string;
}

export function mayHaveTurns(text: string): boolean;
export function turnsIn(text: string): Turn[];
export function turnsOfComments(code: string, comments: { type: string; range: [number, number] }[]): Turn[];
export function proseOf(markdown: string): string;
