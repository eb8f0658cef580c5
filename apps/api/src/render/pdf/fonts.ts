import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The typefaces of printed documents: Latin (with Greek and Cyrillic), Tamil, Arabic (Jawi), simplified Chinese, traditional
 * Chinese for rare characters, Thai, Bengali, Burmese and Korean. All are under the SIL Open Font License, and embedded in part:
 * only what is used.
 */
export const faces = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  tamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  tamilBold: '@expo-google-fonts/noto-sans-tamil/600SemiBold/NotoSansTamil_600SemiBold.ttf',
  arabic: '@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
  arabicBold: '@expo-google-fonts/noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  bengali: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  burmese: '@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf',
  korean: '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  chinese: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  chineseBold: '@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf',
  chineseRare: '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
} as const;
export type Face = keyof typeof faces;

export type Weight = 'regular' | 'bold';

/** The characters that a typeface is asked for: to open one takes milliseconds. Those without an entry are asked for all. */
const scripts: Partial<Record<Face, RegExp>> = {
  tamil: /\p{scx=Tamil}/u,
  arabic: /\p{scx=Arabic}/u,
  thai: /\p{scx=Thai}/u,
  bengali: /\p{scx=Bengali}/u,
  burmese: /\p{scx=Myanmar}/u,
  korean: /\p{sc=Hangul}/u,
};
scripts.tamilBold = scripts.tamil;
scripts.arabicBold = scripts.arabic;

const always = ['thai', 'bengali', 'burmese', 'korean'] as const;

/** Where a character is looked for, by weight. */
const fallbacks: Readonly<Record<Weight, readonly [Face, ...Face[]]>> = {
  regular: ['regular', 'tamil', 'arabic', ...always, 'chinese', 'chineseRare'],
  bold: ['bold', 'tamilBold', 'arabicBold', ...always, 'chineseBold', 'chineseRare'],
};

/** Whether a typeface may be asked for a character: reading the space of Nanum Gothic fails in fontkit. */
export const isReadable = (face: Face, character: string): boolean => face !== 'korean' || !/\s/.test(character);

/** The typeface of a weight that shows all that no other has. */
export const firstOf = (weight: Weight): Face => fallbacks[weight][0];

/** The typefaces in which a character is looked for, in this order. */
export const candidatesFor = (character: string, weight: Weight): Face[] =>
  fallbacks[weight].filter((face) => scripts[face]?.test(character) ?? true);

const require = createRequire(import.meta.url);
const files = new Map<Face, Buffer>();

/** The file of a typeface, read once. */
export function fontFile(face: Face): Buffer {
  let file = files.get(face);
  if (!file) files.set(face, (file = readFileSync(require.resolve(faces[face]))));
  return file;
}
