export interface Size {
  context: string;
  lines: number;
  files: number;
  operations: number;
  /** Lines an operation. */
  perOperation: number;
  /** The record whose fields are counted. */
  record: string;
  fields: number;
  /** Lines that name a field; the median. */
  naming: number;
}
export function sizes(root: string): Size[];
