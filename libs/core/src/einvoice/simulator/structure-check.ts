import { invoiceShape, isLeaf, type Shape } from './ubl-schema.js';
import { stepError, type StepError } from './step-error.js';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NAMESPACES = {
  _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
const types = { text: 'string', number: 'number', boolean: 'boolean' } as const;
/** Findings that are told of one document. */
const MOST = 20;

/** Whether a document has the members that MyInvois documents, and no other, each of its kind. */
export function structureErrors(document: unknown): StepError[] {
  if (!isObject(document)) return [wrong('$')];
  const { Invoice, ...namespaces } = document;
  const errors: StepError[] = [];
  for (const [name, of] of Object.entries(NAMESPACES)) if (namespaces[name] !== of) errors.push(wrong(`$.${name}`));
  for (const name of Object.keys(namespaces)) if (!Object.hasOwn(NAMESPACES, name)) errors.push(unknown(`$.${name}`));
  if (!Array.isArray(Invoice) || Invoice.length !== 1) return [...errors, wrong('$.Invoice')];
  look(Invoice[0], invoiceShape, '$.Invoice', errors);
  return errors.slice(0, MOST);
}

function look(value: unknown, shape: Shape, path: string, errors: StepError[]): void {
  if (!isObject(value)) {
    errors.push(wrong(path));
    return;
  }
  const { attributes } = shape;
  for (const [name, of] of Object.entries(value)) {
    const member = `${path}.${name}`;
    if (attributes.includes(name)) {
      if (typeof of !== 'string') errors.push(wrong(member));
    } else if (isLeaf(shape)) {
      if (name !== '_') errors.push(unknown(member));
      else if (typeof of !== types[shape.of] || (typeof of === 'number' && !Number.isFinite(of)))
        errors.push(wrong(member));
    } else lookInto(of, shape.members[name], member, errors);
  }
  if (isLeaf(shape) && !('_' in value)) errors.push(wrong(`${path}._`));
}

function lookInto(of: unknown, shape: Shape | undefined, path: string, errors: StepError[]): void {
  if (!shape) errors.push(unknown(path));
  else if (!Array.isArray(of) || of.length === 0) errors.push(wrong(path));
  else for (const one of of) look(one, shape, path, errors);
}

const unknown = (path: string): StepError =>
  stepError('Structure Validator', 'UNKNOWN_MEMBER', path, `${path} is unknown`, `${path} tidak dikenali`);
const wrong = (path: string): StepError =>
  stepError('Structure Validator', 'WRONG_FORM', path, `${path} is not of its form`, `${path} bukan dalam bentuknya`);
