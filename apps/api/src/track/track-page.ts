import { createHash } from 'node:crypto';
import type { PublicPlace, PublicShipment } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { printedInstant } from '../render/pdf/format.js';
import { promisedWindow } from '../render/promised-window.js';
import { say, sayStatus } from './track-words.js';

const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#f1f4f7;color:#1f2933;font:1rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:36rem;margin:0 auto;padding:1.5rem 1rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1rem;font-weight:600;color:#52606d}
.number{margin:0}
.status{margin:.5rem 0 1.5rem;font-size:1.75rem;font-weight:700;line-height:1.2}
section,dl{margin:0 0 1rem;padding:1rem;background:#fff;border:1px solid #cbd2d9;border-radius:.5rem}
dt,h2{margin:0;font-size:.875rem;font-weight:600;color:#52606d}
dd{margin:0 0 .75rem}
dd:last-child{margin:0}
ol{margin:.5rem 0 0;padding:0;list-style:none}
li{padding:.5rem 0;border-top:1px solid #e4e7eb}
li:first-child{border:0}
time{display:block;color:#52606d}
footer{font-size:.875rem;color:#52606d}
`;

/** No script, nothing from elsewhere, and no style but this one. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] as string);

const page = (language: Language, title: string, body: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

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

/** What every link says that shows nothing, whatever the reason. */
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
