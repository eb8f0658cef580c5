export interface Piece {
  path: string;
  before: string[];
  after: string[];
}
export function piecesOf(patch: string): Piece[];
export function patched(text: string, piece: Piece): string;
export function applyPatch(root: string, patch: string): void;
