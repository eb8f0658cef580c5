import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getMetadataStorage } from 'class-validator';
import ts from 'typescript';
import type { Message } from '@usaha/shared';
import { languages } from '@usaha/shared/operation';
import * as constraints from '../../apps/api/dist/wire/constraint-messages.js';
import { fieldsOf } from '../../apps/api/dist/wire/declared-fields.js';

/** A fault of a body or a query is described in every language, by every constraint of every class. */

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

/** Those whose words are never said. */
const unused = new Set(['nestedValidation', 'statedKeys']);

let declared: (Declared & { of: string })[];

type Wire = new () => object;
const isClass = (value: unknown): value is Wire => typeof value === 'function' && /^class\b/.test(String(value));

/** Constraints are declared when they are first asked for: those of a class and of all that its fields hold. */
function declareAll(wire: Wire, asked = new Set<Wire>()): void {
  if (asked.has(wire)) return;
  asked.add(wire);
  for (const { name, constraints = [] } of getMetadataStorage().getTargetValidationMetadatas(wire, '', false, false))
    if (name === 'statedKeys') declareAll(constraints[0] as Wire, asked);
  for (const held of fieldsOf(wire).values()) if (isClass(held)) declareAll(held, asked);
}

beforeAll(async () => {
  const wires = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(\.wire|contract\/contract|reference\/reference)\.js$/.test(file),
  );
  for (const file of wires) {
    const wire = (await import(pathToFileURL(join(dist, file)).href)) as Record<string, unknown>;
    for (const one of Object.values(wire)) if (isClass(one)) declareAll(one);
  }
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

const root = join(import.meta.dirname, '../..');
/** People are named by what they are: the patient, the customer, the user. */
const personal = /\b(he|him|his|she|her|hers)\b/i;

interface Text {
  at: string;
  text: string;
}

/** Every summary and description within a document, outside its examples. */
function documented(node: unknown, at: string): Text[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'examples') return [];
    const isText = typeof value === 'string' && (key === 'summary' || key === 'description');
    return isText ? [{ at: `${at}/${key}`, text: value }] : documented(value, `${at}/${key}`);
  });
}

/** The literal parts of an expression, such as those of a template between its values. */
function literals(node: ts.Node): string {
  const parts: string[] = 'text' in node && !ts.isIdentifier(node) ? [String(node.text)] : [];
  node.forEachChild((child) => void parts.push(literals(child)));
  return parts.join('');
}

/** A text that comes in from outside is not written in the code. */
const isGiven = (text: ts.Expression): boolean => ts.isArrowFunction(text) && ts.isIdentifier(text.body);

/** Every English text of a source file: what stands under a key `en`. */
function english(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'en' && !isGiven(node.initializer))
      found.push({ at: file.slice(root.length + 1), text: literals(node.initializer) });
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

const faulty = (texts: Text[]): string[] =>
  texts.filter(({ text }) => text.trim() === '' || personal.test(text)).map(({ at, text }) => `${at}: ${text}`);

it.each(['contract', 'reference'])('describes everything in the %s document, and no person as he or she', (surface) => {
  const path = join(root, 'docs/openapi', `${surface}.json`);
  const texts = documented(JSON.parse(readFileSync(path, 'utf8')), surface);
  expect(texts.length).toBeGreaterThan(300);
  expect(faulty(texts)).toEqual([]);
});

it('has no empty message, and speaks of no person as he or she', () => {
  const files = ['libs', 'apps/api'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)src\/.*messages\.ts$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(root, folder, file)),
  );
  const texts = files.flatMap(english);
  expect(texts.length).toBeGreaterThan(100);
  expect(faulty(texts)).toEqual([]);
});
