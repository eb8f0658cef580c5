import { DOCX, XLSX, type FileType } from '@usaha/core';

/** Bytes of the end that are kept: a directory of thousands of entries fits. */
export const TAIL_BYTES = 262_144;
const [END_BYTES, ENTRY_BYTES] = [22, 46];
const [END_SIGNATURE, ENTRY_SIGNATURE] = [0x06054b50, 0x02014b50];
const UNKNOWN_32 = 0xffffffff;

const main: Readonly<Record<string, FileType>> = { 'word/document.xml': DOCX, 'xl/workbook.xml': XLSX };

/** The names in the directory of a zip archive; null where the directory is not whole, or bytes stand around it. */
function namesIn(tail: Buffer, size: number): string[] | null {
  const end = tail.length - END_BYTES;
  // A comment would stand behind it, and an archive of another kind with it.
  if (end < 0 || tail.readUInt32LE(end) !== END_SIGNATURE || tail.readUInt16LE(end + 20) !== 0) return null;
  const [entries, bytes, offset] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (offset === UNKNOWN_32 || offset + bytes + END_BYTES !== size || bytes > end) return null;
  const names: string[] = [];
  let at = end - bytes;
  for (let i = 0; i < entries; i += 1) {
    if (at + ENTRY_BYTES > end || tail.readUInt32LE(at) !== ENTRY_SIGNATURE) return null;
    const [name, extra, comment] = [tail.readUInt16LE(at + 28), tail.readUInt16LE(at + 30), tail.readUInt16LE(at + 32)];
    if (at + ENTRY_BYTES + name > end) return null;
    names.push(tail.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + name));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return at === end ? names : null;
}

/**
 * Tells a document of Office by the directory of its archive; nothing is unpacked.
 * @param tail the last bytes of the file @param size of the whole file
 * @returns null for other archives, and for documents with macros
 */
export function officeTypeOf(tail: Buffer, size: number): FileType | null {
  const names = namesIn(tail, size);
  if (!names?.includes('[Content_Types].xml')) return null;
  if (names.some((name) => /(?:^|[\\/])vbaproject(?:signature\w*)?\.bin$/i.test(name))) return null;
  const types = new Set(names.flatMap((name) => main[name] ?? []));
  return types.size === 1 ? ([...types][0] as FileType) : null;
}
