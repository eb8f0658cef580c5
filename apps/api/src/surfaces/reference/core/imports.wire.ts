import {
  DataImport,
  emptyCells,
  importErrorPolicies,
  importModes,
  importStatuses,
  type ImportShown,
  type ImportStatus,
} from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';
import { errorPolicyChoices, writeModeChoices } from '../bulk.wire.js';

export const tableFormats = choices('TableFormat', ['csv', 'xlsx']);
export type TableFormat = (typeof tableFormats)[number];
const statusChoices = choices('ImportStatus', importStatuses);
const emptyChoices = choices('EmptyCells', emptyCells);

/** GET /api/v1/imports/templates/{resource}/. */
export class TemplateQuery {
  @param.choice('Format of the file; default csv', tableFormats) format?: TableFormat;
}

/** POST /api/v1/imports/. */
export class ImportBody {
  @field.text('Resource of the rows, with dots', 'retail.products', { max: 100 }) resource!: string;
  @field.reference('Id of a file of purpose import that is ready') file_id!: string;
  @field.choice(
    'upsert: changes records that are found and creates the others; upsert unless given',
    writeModeChoices,
    {
      unset: true,
      view: 'How rows are written',
    },
  )
  mode?: (typeof importModes)[number];
  @field.text(
    'The field by which records are found: id or a key of the resource; of products sku unless given',
    'sku',
    {
      optional: true,
      max: 100,
      view: 'The field by which records are found',
    },
  )
  match_on?: string | null;
  @field.flag('Whether it waits for run once it is checked; true unless given', true, { unset: true })
  dry_run?: boolean;
  @field.choice('skip: wrong rows are passed over; abort: one wrong row and nothing is written', errorPolicyChoices, {
    unset: true,
  })
  on_error?: (typeof importErrorPolicies)[number];
  @field.choice('Whether an empty cell says nothing, or clears the field; keep unless given', emptyChoices, {
    unset: true,
  })
  empty_cells?: (typeof emptyCells)[number];
  @field.flag('Whether balances of records that exist are set; false unless given', false, { unset: true })
  set_balances?: boolean;
}

/** GET /api/v1/imports/. */
export class ImportListQuery extends ReferencePage {
  @param.text('Resource', 'retail.products') resource?: string;
  @param.choice('Status', statusChoices) status?: ImportStatus;
}

@field.record('Rows of an import by what came of them, so far')
export class ImportTotalsView {
  @field.count('Rows that were read', 1200) rows!: number;
  @field.count('Created', 1000) created!: number;
  @field.count('Changed', 150) updated!: number;
  @field.count('Left as they are', 40) unchanged!: number;
  @field.count('Failed', 10) failed!: number;
}

@field.record('An error of a row')
export class ImportErrorView {
  @field.count('Row of the file; its header is 1', 17) row!: number;
  @field.text('The field; body: the row as a whole', 'selling_price') field!: string;
  @field.text('The beginning of the cell; null where it is personal or empty', 'sepuluh', { nullable: true }) value!:
    string | null;
  @field.text('The error, in the language of the starter', 'selling_price must be a number') message!: string;
}

@field.record('An import')
export class ImportView {
  @field.id('Id of the import') id!: string;
  @field.text('Resource of the rows', 'retail.products') resource!: string;
  @field.id('Id of the file') file_id!: string;
  @field.choice('How rows are written', writeModeChoices) mode!: string;
  @field.text('The field by which records are found', 'sku', { nullable: true }) match_on!: string | null;
  @field.flag('Whether it waits for run once it is checked', true) dry_run!: boolean;
  @field.choice('Whether one wrong row refuses all', errorPolicyChoices) on_error!: string;
  @field.choice('Meaning of an empty cell', emptyChoices) empty_cells!: string;
  @field.flag('Whether balances of records that exist are set', false) set_balances!: boolean;
  @field.choice('Status', statusChoices) status!: string;
  @field.text('Why it is invalid or failed', 'The header names no field of this resource', { nullable: true }) reason!:
    string | null;
  @field.nested('Rows by what came of them', ImportTotalsView) totals!: ImportTotalsView;
  @field.texts('Columns of the header that are no fields', []) unknown_columns!: string[];
  @field.id('Id of the user or API key that started it') created_by!: string;
  @field.instant('When it was started (UTC)') created_at!: Date;
  @field.instant('When the work began (UTC)', { nullable: true }) started_at!: Date | null;
  @field.instant('When it ended (UTC)', { nullable: true }) finished_at!: Date | null;
}

@field.record('An import with its first errors')
export class ImportWithErrorsView extends ImportView {
  @field.nestedList('The first 100 errors', ImportErrorView) errors!: ImportErrorView[];
}

export const importView = viewOf(DataImport, ImportView, {
  revision: 1,
  etagParts: ({ status, position, totals }) => [status, position, ...Object.values(totals as unknown as number[])],
});

export const importWithErrorsView = ({ found, errors }: ImportShown): ImportWithErrorsView => ({
  ...importView(found),
  errors,
});
