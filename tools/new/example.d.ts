export interface Example {
  /** Texts of the new files, by path. */
  files: ReadonlyMap<string, string>;
  /** Lines added to files that are there, as a patch. */
  entries: string;
  /** The patch that adds the resource's fields. */
  fields: string;
  /** Of the migration. */
  stamp: string;
}
export interface ExampleAnswer {
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  expected: { status: number; Location?: true; ETag?: string; rows?: number; field?: string; message?: string };
}
export function readExample(root: string): Example;
export function readAnswers(root: string): ExampleAnswer[];
