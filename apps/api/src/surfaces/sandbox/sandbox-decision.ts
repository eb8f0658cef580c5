import { sandboxOutcomes, sandboxReasons, type SandboxDecision } from '@usaha/core';

/** What a payer's form or a test's JSON says: a decision, and whether the sandbox calls back. */
export interface ToldDecision extends SandboxDecision {
  callback: boolean;
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);

/** Forms have texts where JSON has flags. */
const flagOf = (value: unknown, otherwise: boolean): boolean | null => {
  if (value === undefined) return otherwise;
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
};

const known: ReadonlySet<string> = new Set(['outcome', 'reason', 'callback', 'late']);

/** @returns the first field that is wrong where the fields say no decision */
export function decisionOf(fields: Readonly<Record<string, unknown>>): ToldDecision | { wrong: string } {
  const { outcome, reason = 'declined' } = fields;
  const [callback, late] = [flagOf(fields.callback, true), flagOf(fields.late, false)];
  const unknown = Object.keys(fields).find((name) => !known.has(name));
  if (unknown !== undefined) return { wrong: unknown };
  if (!isOneOf(sandboxOutcomes, outcome)) return { wrong: 'outcome' };
  if (!isOneOf(sandboxReasons, reason)) return { wrong: 'reason' };
  if (callback === null) return { wrong: 'callback' };
  if (late === null) return { wrong: 'late' };
  return { outcome, reason, callback, late };
}
