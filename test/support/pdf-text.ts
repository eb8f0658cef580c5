import { inflateSync } from 'node:zlib';

/** The glyphs of a typeface, as the texts that they stand for. */
type Glyphs = ReadonlyMap<number, string>;

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The objects of a PDF by their numbers: the dictionary, and the stream inflated. */
function objectsOf(pdf: Buffer): Map<string, { dictionary: string; stream: string }> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, { dictionary: string; stream: string }>();
  for (const { 1: number = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('endobj', index);
    const body = text.slice(index, end);
    const begin = body.indexOf('stream\n');
    if (begin < 0) {
      objects.set(number, { dictionary: body, stream: '' });
      continue;
    }
    const dictionary = body.slice(0, begin);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const from = index + begin + 'stream\n'.length;
    const bytes = pdf.subarray(from, from + length);
    const isText = dictionary.includes('/FlateDecode') && !/\/(?:Subtype|Length1)/.test(dictionary);
    objects.set(number, { dictionary, stream: isText ? inflateSync(bytes).toString('latin1') : '' });
  }
  return objects;
}

/** What pdfkit writes: ranges of glyphs, each with the list of their texts. */
function glyphsOf(table: string): Glyphs {
  const glyphs = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    // A ligature stands for several characters, with a space between them.
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, hex = ''], i) =>
      glyphs.set(parseInt(first, 16) + i, utf16(hex.replaceAll(' ', ''))),
    );
  return glyphs;
}

/** The texts that a PDF of pdfkit draws, in the order in which they are drawn. */
export function textsOfPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const faces = new Map<string, Glyphs>();
  for (const { dictionary } of objects.values())
    for (const [, name = '', number = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.dictionary ?? '')?.[1];
      if (table) faces.set(name, glyphsOf(objects.get(table)?.stream ?? ''));
    }
  const texts: string[] = [];
  let face: Glyphs | undefined;
  for (const { stream } of objects.values())
    for (const [, name, drawn] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) face = faces.get(name);
      else {
        const hex = [...(drawn ?? '').matchAll(/<(\w+)>/g)].map(([, part]) => part).join('');
        texts.push((hex.match(/.{4}/g) ?? []).map((glyph) => face?.get(parseInt(glyph, 16)) ?? '').join(''));
      }
    }
  return texts;
}
