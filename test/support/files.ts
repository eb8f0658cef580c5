import { randomBytes } from 'node:crypto';
import { call, type Answer, type Json } from './client.js';
import type { Person, TestTenant } from './people.js';

/** Uploads and small files, made by hand. */

const PATH = '/api/v1/files/';

export interface Part {
  name: string;
  filename?: string;
  type?: string;
  value: string | Buffer;
}

/** The body of multipart/form-data, and its type. */
export function multipart(parts: readonly Part[]): { raw: Buffer; type: string } {
  const boundary = `----usaha${randomBytes(8).toString('hex')}`;
  const pieces = parts.flatMap(({ name, filename, type, value }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    raw: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

export interface UploadOptions {
  filename?: string;
  type?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

const queryOf = (fields: Record<string, string>): string => {
  const query = new URLSearchParams(fields).toString();
  return query === '' ? '' : `?${query}`;
};

/** Uploads within a form. */
export function uploadForm(
  { token }: Pick<Person, 'token'>,
  content: string | Buffer,
  { filename = 'note.txt', type, fields = {}, headers = {} }: UploadOptions = {},
): Promise<Answer> {
  const form = multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', filename, type, value: content },
  ]);
  return call('POST', PATH, { token, raw: form.raw, headers: { ...headers, 'content-type': form.type } });
}

/** Uploads the bytes as they are. */
export const uploadRaw = (
  { token }: Pick<Person, 'token'>,
  content: string | Buffer,
  { type = 'application/octet-stream', fields = {}, headers = {} }: Omit<UploadOptions, 'filename'> = {},
): Promise<Answer> =>
  call('POST', `${PATH}${queryOf(fields)}`, { token, raw: content, headers: { ...headers, 'content-type': type } });

/** A file of a tenant's administrator. */
export async function newFile({ admin }: TestTenant, content: string | Buffer = 'Hello', fields = {}): Promise<Json> {
  const { status, body } = await uploadForm(admin, content, { fields });
  if (status !== 201) throw new Error(`file: ${status} instead of 201: ${JSON.stringify(body)}`);
  return body.data;
}

/** The bytes of a file, as fetch reads them: tests of texts read `call`. */
export async function contentOf(
  server: string,
  { token }: Pick<Person, 'token'>,
  id: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(`${server}${PATH}${id}/content/`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A zip archive of empty entries. */
export function archive(names: readonly string[]): Buffer {
  let offset = 0;
  const entries = names.map((name) => {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    offset += local.length + name.length;
    return { local: Buffer.concat([local, Buffer.from(name)]), entry: Buffer.concat([entry, Buffer.from(name)]) };
  });
  const locals = Buffer.concat(entries.map(({ local }) => local));
  const directory = Buffer.concat(entries.map(({ entry }) => entry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(locals.length, 16);
  return Buffer.concat([locals, directory, end]);
}

export const docx = (): Buffer => archive(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']);
export const xlsx = (): Buffer => archive(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']);
