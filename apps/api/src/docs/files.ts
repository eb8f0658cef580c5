import { schemaRef, type Content, type Schema } from './openapi.js';

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
