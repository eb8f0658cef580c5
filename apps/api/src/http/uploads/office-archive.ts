import { DOCX, XLSX, type FileType } from '@usaha/core';
import { ZipError, readZipDirectory, type RandomAccess } from '../../zip/zip-directory.js';

/** Bytes of the end that are kept: a directory of thousands of entries fits. */
export const TAIL_BYTES = 262_144;
const MOST_ENTRIES = 5_000;
const LOCAL_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');

const main: Readonly<Record<string, FileType>> = { 'word/document.xml': DOCX, 'xl/workbook.xml': XLSX };
const macros = /(?:^|[\\/])vbaproject(?:signature\w*)?\.bin$/i;

/** An archive of which the last bytes are at hand, and those of its signature. */
const endOf = (tail: Buffer, bytes: number): RandomAccess => ({
  bytes,
  read: (start, end) => {
    const kept = bytes - tail.length;
    if (start >= kept) return Promise.resolve(tail.subarray(start - kept, end - kept));
    if (start === 0 && end <= LOCAL_SIGNATURE.length) return Promise.resolve(LOCAL_SIGNATURE.subarray(0, end));
    return Promise.reject(new ZipError('a directory that is too long'));
  },
});

/**
 * Tells a document of Office by the directory of its archive; nothing is unpacked.
 * @param tail the last bytes of a file that begins with the signature of an archive @param size of the whole file
 * @returns null for other archives, and for documents with macros
 */
export async function officeTypeOf(tail: Buffer, size: number): Promise<FileType | null> {
  const most = { entries: MOST_ENTRIES, directory_bytes: TAIL_BYTES };
  const entries = await readZipDirectory(endOf(tail, size), most).catch((error: unknown) => {
    if (error instanceof ZipError) return [];
    throw error;
  });
  const names = entries.map(({ name }) => name);
  if (!names.includes('[Content_Types].xml') || names.some((name) => macros.test(name))) return null;
  const types = new Set(names.flatMap((name) => main[name] ?? []));
  return types.size === 1 ? ([...types][0] as FileType) : null;
}
