import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject } from 'class-validator';
import type { Language } from '@usaha/shared';
import type { BulkRequest } from '../../data-tables/bulk-writer.js';
import {
  errorPolicies,
  writeModes,
  type ErrorPolicy,
  type WireClass,
  type WriteMode,
} from '../../data-tables/data-table.js';
import { rowResults, type RowOutcome, type RowResult } from '../../data-tables/row-outcome.js';
import { choices } from '../../wire/choices.js';
import { declared } from '../../wire/declared-fields.js';
import { asSent } from '../../wire/field-of.js';
import { field } from '../../wire/field.js';
import { sentence } from '../../wire/sentence.js';

/** Items of one request. */
const MOST_ITEMS = 500;

export const writeModeChoices = choices('WriteMode', writeModes);
export const errorPolicyChoices = choices('ErrorPolicy', errorPolicies);
const rowResultChoices = choices('RowResult', rowResults);

/** Items as they were sent: each is validated for itself, as a body of POST or PUT. */
export const bulkItems = (
  item: WireClass,
  most = MOST_ITEMS,
  description = `Bodies of POST, or of PUT where a record is found: absent fields are unchanged there. At most ${MOST_ITEMS}`,
): PropertyDecorator =>
  declared({
    held: item,
    reading: [asSent()],
    document: () => ({
      description,
      type: () => item,
      isArray: true,
      minItems: 1,
      maxItems: most,
    }),
    rules: () => [IsArray(), ArrayMinSize(1), ArrayMaxSize(most), IsObject({ each: true })],
  });

/** The body of a request that writes many records of a table. */
export function BulkBody(item: WireClass, keys: readonly string[], usual?: string): new () => BulkRequest {
  const named = ['id', ...keys].join(', ');
  class Bulk implements BulkRequest {
    @field.choice(
      'upsert: changes records that are found and creates the others; create: only new ones; update: only those that are found. upsert unless given',
      writeModeChoices,
      { unset: true },
    )
    mode?: WriteMode;
    @field.text(
      `The field by which records are found: ${named}${usual === undefined ? '; needed unless mode is create' : `; ${usual} unless given`}`,
      usual ?? keys[0] ?? 'id',
      { unset: true, max: 100 },
    )
    match_on?: string;
    @field.choice(
      'skip: wrong items are passed over; abort: one wrong item refuses all with 400. skip unless given',
      errorPolicyChoices,
      { unset: true },
    )
    on_error?: ErrorPolicy;
    @field.flag('Whether nothing is kept; false unless given', false, { unset: true }) dry_run?: boolean;
    @bulkItems(item) items!: BulkRequest['items'];
  }
  return Bulk;
}

@field.record('An error of an item')
class ItemErrorView {
  @field.text('The field, nested with dots; body: the item as a whole', 'sku') field!: string;
  @field.text('The error, in the language of the request', 'sku is already in use') message!: string;
}

@field.record('What came of one item')
export class BulkResultView {
  @field.count('Its place among the items, from 0', 0) index!: number;
  @field.id('Id of the record; null for failed items, and for records that a dry run would create', undefined, {
    nullable: true,
  })
  id!: string | null;
  @field.choice('What came of it', rowResultChoices) result!: RowResult;
  @field.nestedList('Errors of a failed item', ItemErrorView) errors!: ItemErrorView[];
}

export const bulkResultViews = (outcomes: readonly RowOutcome[], language: Language): BulkResultView[] =>
  outcomes.map(({ result, id, errors }, index) => ({
    index,
    id,
    result,
    errors: errors.map(({ field: name, message }) => ({ field: name, message: sentence(message.in(language)) })),
  }));

/** What the documents say of the operation. @param noun in the plural */
export const bulk = (noun: string): { summary: string; description: string } => ({
  summary: `Write many ${noun}`,
  description: `Creates and changes up to 500 ${noun} in one transaction, as single requests would. The answer says for each item what came of it, in the order sent. A record that several items name is written by the first; the others fail (A-499).`,
});
