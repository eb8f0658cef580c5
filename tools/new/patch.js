import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Patches as docs/architecture.md shows them: `# path`, then pieces that begin with `@@`. Lines of a piece begin with a space
 * (context), `+` (added) or `-` (removed).
 */

/** @returns the pieces: path, lines before and lines after the patch */
export function piecesOf(patch) {
  const pieces = [];
  let path = '';
  for (const line of patch.trimEnd().split('\n')) {
    if (line.startsWith('# ')) path = line.slice(2);
    else if (line === '@@') pieces.push({ path, before: [], after: [] });
    else {
      const piece = pieces.at(-1);
      const text = line.slice(1);
      if (line[0] !== '+') piece.before.push(text);
      if (line[0] !== '-') piece.after.push(text);
    }
  }
  return pieces;
}

/** @returns the text with the lines of a piece in place. @throws where the lines before it stand there not once */
export function patched(text, { path, before, after }) {
  const lines = text.split('\n');
  const places = lines.flatMap((_, at) => (before.every((line, i) => lines[at + i] === line) ? [at] : []));
  if (places.length !== 1) throw new Error(`${path} has these lines ${places.length} times:\n${before.join('\n')}`);
  lines.splice(places[0], before.length, ...after);
  return lines.join('\n');
}

/** Applies a patch to the files of a checkout. @throws where lines are not as it says */
export function applyPatch(root, patch) {
  for (const piece of piecesOf(patch)) {
    const file = join(root, piece.path);
    writeFileSync(file, patched(readFileSync(file, 'utf8'), piece));
  }
}
