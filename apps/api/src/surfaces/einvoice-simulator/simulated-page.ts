import type { SimulatorDocument } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { printedMoney } from '../../render/pdf/format.js';
import { escaped, publicPage } from '../page/public-page.js';
import { sayOf, sayStatusOf } from './simulated-words.js';

/** What a validation link of the simulator shows: no party, and no line. */
export type SimulatedDocument = Pick<SimulatorDocument, 'uuid' | 'number' | 'status' | 'total'>;

/** The document that a validation link leads to, for people. */
export const simulatedPage = ({ uuid, number, status, total }: SimulatedDocument, language: Language): string =>
  publicPage(
    language,
    `${sayOf('title', language)} – ${number}`,
    `<h1>${sayOf('title', language)}</h1>
<p class="status">${sayStatusOf(status, language)}</p>
<dl><dt>${sayOf('number', language)}</dt><dd>${escaped(number)}</dd><dt>${sayOf('total', language)}</dt><dd>${printedMoney(total)}</dd><dt>UUID</dt><dd>${escaped(uuid)}</dd></dl>
<footer>${sayOf('hint', language)}</footer>`,
  );

/** The page of every link that shows nothing, for any reason. */
export const goneSimulatedPage = (language: Language): string =>
  publicPage(
    language,
    sayOf('gone', language),
    `<h1>${sayOf('title', language)}</h1>
<p class="status">${sayOf('gone', language)}</p>`,
  );
