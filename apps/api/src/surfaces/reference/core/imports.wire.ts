import { choices } from '../../../wire/choices.js';
import { param } from '../../../wire/param.js';

const tableFormats = choices('TableFormat', ['csv', 'xlsx']);

/** GET /api/v1/imports/templates/{resource}/. */
export class TemplateQuery {
  @param.choice('Format of the file; default csv', tableFormats) format?: (typeof tableFormats)[number];
}
