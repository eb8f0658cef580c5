import { headersOf } from './headers.js';
import { schemaRef, type Content, type Operation, type Parameter, type Response, type Schema } from './openapi.js';

interface FileType {
  name: string;
  schema: Schema;
  /** Of files that are text. */
  example?: string;
}

/** The media types that operations answer in addition to JSON. */
const files: Readonly<Record<string, FileType>> = {
  'text/csv': {
    name: 'CsvFile',
    schema: {
      type: 'string',
      contentMediaType: 'text/csv',
      description: 'A CSV file (RFC 4180) in UTF-8 with a byte order mark; the first row has the column names',
    },
    example: '\uFEFFgroup,label,total\r\n2026-03-10,2026-03-10,134.62\r\n',
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    name: 'XlsxFile',
    schema: {
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      description: 'An XLSX workbook',
    },
  },
  '*/*': {
    name: 'AnyFile',
    schema: {
      type: 'string',
      format: 'binary',
      description: 'The bytes of a file; Content-Type states its media type',
    },
  },
  'application/pdf': {
    name: 'PdfFile',
    schema: {
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/pdf',
      description: 'A PDF file',
    },
  },
};

export const fileSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.values(files).map(({ name, schema }) => [name, schema]),
);

/** How a file of a media type is described. */
export function fileContent(mediaType: string): Content[string] {
  const file = files[mediaType];
  if (!file) throw new Error(`${mediaType} is a media type that the documents do not describe yet`);
  const { name, example } = file;
  return { schema: schemaRef(name), ...(example === undefined ? {} : { examples: { table: { value: example } } }) };
}

const binary: Schema = { type: 'string', format: 'binary' };

/** The body of an upload: a file within a form with the parameters of the query as fields, or by itself. */
export function fileBody(parameters: NonNullable<Operation['parameters']>): NonNullable<Operation['requestBody']> {
  const fields = parameters.filter((one): one is Parameter => 'in' in one && one.in === 'query');
  const properties = Object.fromEntries(
    fields.map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
  );
  const form: Schema = { type: 'object', required: ['file'], properties: { file: binary, ...properties } };
  const content = { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: binary } };
  return { required: true, content } as unknown as NonNullable<Operation['requestBody']>;
}

/** The answers to a request for a range of a file. */
export const rangeResponses = (): Record<string, Response> => ({
  '206': {
    description: 'The range of bytes',
    headers: headersOf('Content-Disposition', 'ETag'),
    content: { '*/*': fileContent('*/*') } as unknown as Content,
  },
  '416': {
    description: 'None of the bytes asked for is in the file; Content-Range states its length',
    headers: headersOf('ETag'),
  },
});
