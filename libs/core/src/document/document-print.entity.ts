import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** How often a document was printed: the first print is the original. Counting it changes no record. */
@Entity({ schema: 'core', name: 'document_prints' })
export class DocumentPrint {
  @columns.primary() tenant_id!: string;
  /** A kind of `SalesDocument`: a bill and the receipt that it becomes have an original each. */
  @columns.primary('text') kind!: string;
  /** The record that the document is of. */
  @columns.primary() record_id!: string;
  @columns.count() prints!: number;
}
