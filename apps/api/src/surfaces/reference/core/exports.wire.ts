import { param } from '../../../wire/param.js';
import { tableFormats, type TableFormat } from './imports.wire.js';

/** GET /api/v1/exports/{resource}/, with the filters of the list. */
export class ExportQuery {
  @param.choice('Format of the file; default csv', tableFormats) format?: TableFormat;
}
