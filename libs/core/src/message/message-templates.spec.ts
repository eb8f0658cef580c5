import { readFileSync } from 'node:fs';
import {
  messageTemplates,
  parametersOf,
  shownText,
  templateNames,
  whatsAppTemplate,
  isTemplateName,
} from './message-templates.js';
import type { Language } from '@usaha/shared';
import { smsParts } from './sms-length.js';

const languages: readonly Language[] = ['en', 'ms'];

interface Stated {
  name: string;
  category: string;
  subjects: string[];
  parameters?: string[];
  ways: string[];
  by_hand?: boolean;
}
const stated = (
  JSON.parse(readFileSync('test/specification/payments-messages.json', 'utf8')) as { templates: Stated[] }
).templates;

describe('the table of templates (A-472)', () => {
  it('has exactly what is stated', () => {
    const ours = templateNames.map((name) => {
      const { category, subjects, parameters, ways, by_hand } = messageTemplates[name];
      return { name, category, subjects, parameters, ways, by_hand };
    });
    const theirs = stated.map(({ name, category, subjects, parameters = [], ways, by_hand = false }) => ({
      name,
      category,
      subjects,
      parameters,
      ways,
      by_hand,
    }));
    expect(ours).toEqual(theirs);
    expect(isTemplateName('constructor')).toBe(false);
  });

  it('has a text for each way and language, without a value that is missing', () => {
    for (const name of templateNames)
      for (const language of languages)
        for (const way of ['whatsapp', 'sms', 'email'] as const) {
          const shown = shownText(name, way, language);
          expect([name, way, shown !== null]).toEqual([name, way, messageTemplates[name].ways.includes(way)]);
          if (shown) expect(`${shown.subject} ${shown.text}`).not.toMatch(/undefined|\[object/);
        }
  });

  it('has short messages that name price and business, hold no link, and fit three parts with long values', () => {
    const long = 'x'.repeat(40);
    for (const name of templateNames)
      for (const language of languages) {
        const text = shownText(name, 'sms', language)?.text;
        if (text === undefined) continue;
        expect(text).toMatch(/^RM0\.00 \{business\}: /);
        expect(text).not.toMatch(/\{link\}|http|\+?60\d/);
        expect(smsParts(text.replace(/\{\w+\}/g, long))).toBeLessThanOrEqual(3);
      }
  });

  it('tells how to stop reminders by WhatsApp, and nothing else', () => {
    for (const name of templateNames) {
      const text = shownText(name, 'whatsapp', 'en')?.text;
      if (text !== undefined)
        expect([name, text.includes('STOP')]).toEqual([name, messageTemplates[name].category === 'reminder']);
    }
    expect(shownText('absence', 'whatsapp', 'ms')?.text).toContain('BERHENTI');
  });
});

describe('what WhatsApp is asked to approve', () => {
  it('has every parameter, numbered in order, and begins and ends with none', () => {
    for (const name of templateNames)
      for (const language of languages) {
        const asked = whatsAppTemplate(name, language);
        if (asked === null) continue;
        const numbers = new Set([...asked.body.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number)));
        expect([name, [...numbers].sort()]).toEqual([name, parametersOf(name).map((_, i) => i + 1)]);
        expect(asked.body).not.toMatch(/^\s*\{\{|\}\}\s*$|undefined/);
        expect(asked.samples).toHaveLength(numbers.size);
      }
  });

  it('is nothing for templates without such a text', () => expect(whatsAppTemplate('stock_alerts', 'en')).toBeNull());
});
