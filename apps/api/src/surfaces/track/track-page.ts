import type { PublicPlace, PublicShipment } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { escaped, policyOf, publicPage as page } from '../page/public-page.js';
import { printedInstant } from '../../render/pdf/format.js';
import { promisedWindow } from '../../render/promised-window.js';
import { say, sayStatus } from './track-words.js';

/** The page sends nothing. */
export const POLICY = policyOf("'none'");

/** What a link shows, for people. */
export function trackPage(shipment: PublicShipment, language: Language): string {
  const { tracking_number, status, history } = shipment;
  const facts = factsOf(shipment, language).map(([label, text]) => `<dt>${label}</dt><dd>${escaped(text)}</dd>`);
  // The last that happened is what people look for.
  const entries = history
    .toReversed()
    .map(({ status: reached, at }) => `<li>${sayStatus(reached, language)} ${timeOf(at)}</li>`);
  return page(
    language,
    `${sayStatus(status, language)} – ${tracking_number}`,
    `<h1>${say('title', language)}</h1>
<p class="number">${say('number', language)} <b>${escaped(tracking_number)}</b></p>
<p class="status">${sayStatus(status, language)}</p>
<dl>${facts.join('')}</dl>
<section><h2>${say('history', language)}</h2><ol>${entries.join('')}</ol></section>
<footer>${say('clock', language)}</footer>`,
  );
}

/** The page of every link that shows nothing, for any reason. */
export const gonePage = (language: Language): string =>
  page(
    language,
    say('gone', language),
    `<h1>${say('title', language)}</h1>
<p class="status">${say('gone', language)}</p>
<p>${say('gone_why', language)}</p>`,
  );

function factsOf(shipment: PublicShipment, language: Language): [label: string, text: string][] {
  const { origin, destination, status, actual_delivery_time, estimated_delivery_time } = shipment;
  const isExpected = status === 'pending' || status === 'in_transit';
  const promised = isExpected ? promisedWindow(shipment) : null;
  const facts: [string, string | null][] = [
    [say('from', language), placeOf(origin)],
    [say('to', language), placeOf(destination)],
    [say('promised', language), promised],
    [say('expected', language), isExpected && promised === null ? printedInstant(estimated_delivery_time) : null],
    [say('delivered_at', language), actual_delivery_time && printedInstant(actual_delivery_time)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function placeOf({ city, state }: PublicPlace): string | null {
  const parts = [city, state].filter((part) => part !== null && part.trim() !== '');
  return parts.length > 0 ? parts.join(', ') : null;
}

const timeOf = (at: Date): string => `<time datetime="${at.toISOString()}">${printedInstant(at)}</time>`;
