import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The typefaces of printed documents, in the order in which a character is looked for: Latin (with Greek and Cyrillic),
 * Tamil, and Chinese in both its forms. All are under the SIL Open Font License, and embedded in part: only what is used.
 */
export const faces = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  tamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  tamilBold: '@expo-google-fonts/noto-sans-tamil/600SemiBold/NotoSansTamil_600SemiBold.ttf',
  chinese: '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
} as const;
export type Face = keyof typeof faces;

export type Weight = 'regular' | 'bold';

/** Where a character is looked for, by weight. */
export const fallbacks: Readonly<Record<Weight, readonly Face[]>> = {
  regular: ['regular', 'tamil', 'chinese'],
  bold: ['bold', 'tamilBold', 'chinese'],
};

const require = createRequire(import.meta.url);
const files = new Map<Face, Buffer>();

/** The file of a typeface, read once. */
export function fontFile(face: Face): Buffer {
  let file = files.get(face);
  if (!file) files.set(face, (file = readFileSync(require.resolve(faces[face]))));
  return file;
}
