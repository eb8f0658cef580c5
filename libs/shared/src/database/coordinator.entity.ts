import { Entity } from 'typeorm';
import { columns } from '../schema/column.js';

/**
 * One row, which stands on the coordinator of a sharded database alone: what a statement calls for it happens there, at whichever
 * machine the statement is sent. A NOTIFY reaches all that listen there, and a sequence is one for all.
 */
@Entity({ schema: 'kernel', name: 'coordinator' })
export class Coordinator {
  @columns.primary('count') id!: number;
}
