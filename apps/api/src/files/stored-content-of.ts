import { isPictureType, type FileService, type StoredFile } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { StoredContent } from '../wire/stored-content.js';
import type { OpenedFile } from './file-link-opening.js';

/** Browsers may show these within a page. */
const isShown = (media_type: string): boolean => isPictureType(media_type) || media_type === 'application/pdf';

/** Of these, answers are never kept: their records are of persons. */
const personal = /^(?:healthcare|education|beauty|logistics)\./;

interface Presentation {
  /** Whether a browser may show it, if it is of a type that browsers show. */
  inline: boolean;
  cacheControl?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The content of a stored file, read once the transaction of the context has ended. */
export const contentOf = (
  files: FileService,
  ctx: Context,
  file: StoredFile,
  { inline, cacheControl, headers }: Presentation,
): StoredContent =>
  new StoredContent({
    media_type: file.media_type,
    name: file.name ?? '',
    bytes: file.bytes,
    sha256: file.sha256 ?? '',
    inline: inline && isShown(file.media_type),
    cacheControl:
      cacheControl ?? (personal.test(file.resource ?? '') || !file.counts ? 'no-store' : 'private, no-cache'),
    headers,
    read: (range) => files.content(ctx, file, range),
  });

/** Told to no other site, and found by no search engine. */
const ofLinks = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** The content that a link opens. */
export const linkedContentOf = (files: FileService, { file, ctx, isPermanent }: OpenedFile): StoredContent =>
  contentOf(files, ctx, file, {
    inline: true,
    cacheControl: isPermanent ? 'public, max-age=3600' : undefined,
    headers: ofLinks,
  });
