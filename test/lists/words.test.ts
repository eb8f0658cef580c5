import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getMetadataStorage } from 'class-validator';
import { languages, type Message } from '@usaha/shared';
import * as constraints from '../../apps/api/dist/wire/constraint-messages.js';

/** What is wrong with a body or a query is said in every language, whichever constraint of whichever class says it. */

interface Declared {
  type: string;
  name?: string;
  constraints?: unknown[];
  message?: unknown;
  context?: { say?: constraints.Say };
}

const dist = join(import.meta.dirname, '../../apps/api/dist');
/** Types of metadata that can refuse nothing by themselves. */
const silent = new Set(['conditionalValidation', 'whitelistValidation']);

/** Those that have words of their own which are never said. */
const unused = new Set(['nestedValidation', 'statedKeys']);

let declared: (Declared & { of: string })[];

beforeAll(async () => {
  const wires = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(\.wire|contract\/contract|reference\/reference)\.js$/.test(file),
  );
  for (const file of wires) await import(pathToFileURL(join(dist, file)).href);
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: Map<{ name: string }, (Declared & { propertyName: string })[]>;
  };
  declared = [...validationMetadatas].flatMap(([{ name }, all]) =>
    all.filter(({ type }) => !silent.has(type)).map((one) => ({ ...one, of: `${name}.${one.propertyName}` })),
  );
});

it('finds the constraints of all wire classes', () => {
  expect(new Set(declared.map(({ of }) => of.split('.')[0])).size).toBeGreaterThan(40);
});

it('has words in every language for every constraint, and takes none of the library’s own', () => {
  const subject = { en: 'field', ms: 'medan' };
  const lacking = declared.filter(({ type, name, constraints: limits, context, message }) => {
    const say = constraints.sayingOf(name ?? type, context);
    if (!say || (message !== undefined && !unused.has(name ?? type))) return true;
    const said: Message = say({ subject, limits: limits ?? [] });
    const texts = languages.map((language) => said.in(language));
    return new Set(texts).size < languages.length || texts.some((text) => /undefined|\$/.test(text));
  });
  expect(lacking.map(({ of, name, type }) => `${of}: ${name ?? type}`)).toEqual([]);
});
