import type { SchemaMark } from './schema-mark.js';

/** Of what a reader of exports has to know before it reads one. */
export const EXPORT_FORMAT = 'usaha-export-1';

/** Written last: a folder without it is no whole export. */
export const manifestName = 'manifest.json';

/** Where the rows of a table lie within an export. */
export const tableFile = (table: string): string => `data/${table}.ndjson`;

/** A file of an export. */
export interface ExportEntry {
  /** Within the export: `data/retail.sales.ndjson`. */
  path: string;
  /** Whose rows its lines are. */
  table: string;
  rows: number;
  bytes: number;
  /** Of the file, in hexadecimal digits. */
  sha256: string;
}

/** The bytes of a file of the tenant in an export. */
export interface ExportedFile {
  id: string;
  /** Within the export: `files/<id>`. */
  path: string;
  bytes: number;
  /** Of the file, in hexadecimal digits. */
  sha256: string;
}

/** What an export consists of, and what it does not have. */
export interface ExportManifest {
  format: typeof EXPORT_FORMAT;
  /** Of the service that made it. */
  release: string;
  tenant: { id: string; slug: string; name: string };
  /** All that was committed by then is in it (ISO 8601, UTC). */
  as_of: string;
  /** Rows by table, also of those that have none. */
  counts: Record<string, number>;
  /** One for each table that has rows. */
  entries: ExportEntry[];
  /** Those that had bytes when they were read; null: they were not wanted. Exports of earlier releases do not name them. */
  files?: ExportedFile[] | null;
  /** Exports of earlier releases do not tell it. */
  schema?: SchemaMark;
  left_out: {
    /** Tables, and why. */
    tables: Readonly<Record<string, string>>;
    columns: Readonly<Record<string, readonly string[]>>;
  };
}
