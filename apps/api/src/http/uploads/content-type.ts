import { fileTypeFromBuffer } from 'file-type';
import { DICOM, DOCX, XLSX, isPictureType, type FileType } from '@usaha/core';
import { pictureTypeOf } from '@usaha/picture-reader';
import { invalid, type DomainError } from '@usaha/shared';
import { messages } from './upload.messages.js';

/** Bytes of the beginning that tell the kind of a file. */
export const SAMPLE_BYTES = 4_100;
const PREAMBLE_BYTES = 128;

/** A kind of file, as its first bytes tell it: the end of an archive and all of a text are needed to tell more. */
export type ContentKind = { picture: FileType } | 'pdf' | 'office' | 'dicom' | 'text';

/** What file-type calls archives that may be documents of Office: their directory decides. */
const office: ReadonlySet<string> = new Set(['application/zip', DOCX, XLSX]);

const begins = (sample: Buffer, signature: string): boolean =>
  sample.toString('latin1', 0, signature.length) === signature;

/** The preamble has to be empty: programs of Windows begin there in files that are images too. */
const isDicom = (sample: Buffer): boolean =>
  sample.toString('latin1', PREAMBLE_BYTES, PREAMBLE_BYTES + 4) === 'DICM' &&
  sample.subarray(0, PREAMBLE_BYTES).every((byte) => byte === 0);

/**
 * Tells the kind of a file by a signature at its first byte.
 * @throws invalid for what is none of the known kinds, be it binary by its beginning or known to file-type as another type
 */
export async function kindOf(sample: Buffer): Promise<ContentKind> {
  const detected = (await fileTypeFromBuffer(sample))?.mime;
  const picture = pictureTypeOf(sample);
  // An animated PNG is a PNG with further chunks.
  if (picture !== null && (detected === picture || detected === 'image/apng')) return { picture };
  if (begins(sample, '%PDF-') && detected === 'application/pdf') return 'pdf';
  if (begins(sample, 'PK\x03\x04') && (detected === undefined || office.has(detected))) return 'office';
  if (isDicom(sample)) return 'dicom';
  if (sample.includes(0) || picture !== null || begins(sample, 'PK\x03\x04') || begins(sample, '%PDF-'))
    throw unknownType(detected);
  return 'text';
}

/** @param detected what file-type takes it for */
export const unknownType = (detected?: string): DomainError =>
  invalid('file', detected === undefined ? messages.typeUnknown() : messages.typeNotTaken({ type: detected }));

const aliases: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' };

/** A type that was stated for a file, as far as it counts: for pictures, PDF and documents of Office. */
export function declaredType(header: string | undefined): string | null {
  const type = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const meant = aliases[type] ?? type;
  const counts =
    isPictureType(meant) || meant === 'application/pdf' || meant.startsWith('application/vnd.openxmlformats-');
  return counts ? meant.slice(0, 100) : null;
}

/** @throws invalid where another type was stated than the content has */
export function requireDeclared(declared: string | null, type: FileType): void {
  if (declared !== null && declared !== type) throw invalid('file', messages.typeDiffers({ declared, type }));
}

/** The type of a text: CSV where its name says so. */
export const textTypeOf = (name: string | null): FileType =>
  name !== null && /\.csv$/i.test(name.trim()) ? 'text/csv' : 'text/plain';

export const dicomType: FileType = DICOM;
