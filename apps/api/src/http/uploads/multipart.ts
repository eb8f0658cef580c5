import busboy, { type FileInfo } from 'busboy';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { invalid } from '@usaha/shared';
import { messages } from './upload.messages.js';

const FIELDS = 20;
const FIELD_NAME_BYTES = 100;
const FIELD_BYTES = 2_000;

export interface MultipartParts {
  field(name: string, value: string): void;
  /** Called once at most. What it throws ends the reading. */
  file(content: Readable, info: FileInfo): Promise<void>;
}

const malformed = () => invalid('body', messages.multipartMalformed());

/** Reads multipart/form-data with one file (RFC 7578), as fast as the file is taken. @throws invalid, what the parts throw */
export function readMultipart(request: Request, parts: MultipartParts): Promise<void> {
  return new Promise((resolve, reject) => {
    let reader: busboy.Busboy;
    try {
      reader = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        preservePath: true,
        limits: {
          fields: FIELDS,
          fieldNameSize: FIELD_NAME_BYTES,
          fieldSize: FIELD_BYTES,
          files: 1,
          parts: FIELDS + 2,
        },
      });
    } catch {
      // It has no boundary.
      reject(malformed());
      return;
    }
    let file: Promise<void> = Promise.resolve();
    const end = (error?: unknown): void => {
      request.unpipe(reader);
      request.off('close', cut);
      if (error === undefined) file.then(resolve, reject);
      else {
        reader.destroy();
        reject(error);
      }
    };
    // A request that has arrived whole closes, too.
    const cut = (): void => {
      if (!request.complete) end(invalid('body', messages.cut()));
    };
    reader.on('field', (name, value) => {
      try {
        parts.field(name, value);
      } catch (error) {
        end(error);
      }
    });
    reader.on('file', (name, content, info) => {
      // A file that is cut off says so to its reader, too.
      content.on('error', () => undefined);
      file =
        name === 'file'
          ? parts.file(content, info)
          : Promise.reject(invalid('file', messages.partUnknown({ part: name.slice(0, FIELD_NAME_BYTES) })));
      file.catch(end);
    });
    for (const event of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const)
      reader.on(event, () => end(invalid('file', messages.tooManyFiles())));
    // It may find more than one fault.
    reader.on('error', () => end(malformed()));
    reader.once('close', () => end());
    request.once('close', cut);
    request.pipe(reader);
  });
}
