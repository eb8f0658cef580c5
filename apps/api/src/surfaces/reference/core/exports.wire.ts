import { choices } from '../../../wire/choices.js';
import { param } from '../../../wire/param.js';

const exportFormats = choices('ExportFormat', ['csv']);

/** GET /api/v1/exports/{resource}/, with the filters of the list. */
export class ExportQuery {
  @param.choice('Format of the file; default csv', exportFormats) format?: (typeof exportFormats)[number];
}
