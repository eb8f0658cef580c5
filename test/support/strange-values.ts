import { randomUUID } from 'node:crypto';
import type { Json } from './client.js';
import type { Surface } from './core-surfaces.js';
import { lookUp, type Schema } from './operations.js';
import type { Random } from './random.js';

/** Values for a fuzz: those that a schema allows, and those that no well-meaning client would send. */

const TEXTS = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202egnp.exe', '😀', '陈美玲', 'முத்து', 'ﷺ', "'; drop table users; --", '<script>alert(1)</script>',
  '=cmd|1', '%00', '../../etc/passwd', '{{7*7}}', '__proto__', 'constructor', 'null', 'undefined', 'NaN', 'true', '0', '-0', '1e309',
  '2026-02-30', '0000-00-00', '9999-12-31', '+275760-09-13', '2026-03-10', '2026-03-10T25:00:00Z', '2026-03-10T08:30:00+08:00', '24:00', '08:30', '4111 1111 1111 1111',
  '900101-14-5678', '+60123456789', 'a@b.my', 'https://user:secret@example.com', 'javascript:alert(1)', 'x'.repeat(300), 'ك'.repeat(5_000), '\n\r\t', '\u2028',
]; // prettier-ignore
const NUMBERS = [
  0, -0, 1, -1, 0.1, 1.005, 99.995, 1e-7, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 10 ** 15, 13, 100, 1_000, 999_999_999_999.99,
]; // prettier-ignore

const deep = (levels: number): Json => (levels === 0 ? 1 : { deeper: deep(levels - 1) });

/** Anything at all. */
export function anyValue(random: Random): Json {
  return random.pick<() => Json>([
    () => random.pick(TEXTS),
    () => random.pick(NUMBERS),
    () => random.chance(0.5),
    () => null,
    () => [],
    () => ({}),
    () => randomUUID(),
    () => Array.from({ length: 1 + random.int(4) }, () => anyValue(random)),
    () => Array(1_001).fill(random.pick(TEXTS)),
    () => deep(1 + random.int(40)),
    () => ({ [random.pick(TEXTS)]: random.pick(TEXTS), ['__proto__']: 1 }),
    () => Object.fromEntries(Array.from({ length: random.int(40) }, (_, i) => [`k${i}`, random.pick(NUMBERS)])),
  ])();
}

interface Stated extends Schema {
  enum?: Json[];
  const?: Json;
  format?: string;
  pattern?: string;
  example?: Json;
  examples?: Json[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

/** Mostly what the schema allows, as far as the schema itself says. */
export function valueOf(on: Surface, schema: Stated, random: Random, levels = 4): Json {
  if (schema.$ref) return valueOf(on, lookUp(on, schema.$ref) as Stated, random, levels);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(on, random.pick(choices), random, levels);
  if (schema.enum) return random.pick(schema.enum);
  if (schema.examples && random.chance(0.7)) return random.pick(schema.examples);
  if (schema.example !== undefined && random.chance(0.7)) return schema.example;
  const type = [schema.type].flat().filter((one) => one !== undefined);
  switch (type.length > 0 ? random.pick(type) : undefined) {
    case 'object': {
      const kept = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) === true || random.chance(0.5),
      );
      return levels === 0
        ? {}
        : Object.fromEntries(kept.map(([name, of]) => [name, valueOf(on, of as Stated, random, levels - 1)]));
    }
    case 'array':
      return levels === 0 || !schema.items
        ? []
        : Array.from({ length: random.int(4) }, () => valueOf(on, schema.items as Stated, random, levels - 1));
    case 'integer':
      return random.pick([schema.minimum ?? 0, schema.maximum ?? 100, 1, 7]);
    case 'number':
      return random.pick([schema.minimum ?? 0, schema.maximum ?? 100, 0.05, 12.5]);
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return textOf(schema, random);
    case 'null':
      return null;
    default:
      return anyValue(random);
  }
}

const texts: Record<string, readonly string[]> = {
  date: ['2026-03-10', '2024-02-29', '1900-01-01', '2099-12-31'],
  'date-time': ['2026-03-10T08:30:00Z', '2026-03-10T00:00:00+08:00'],
  time: ['08:30', '23:59:59'],
  email: ['user@example.com'],
  uri: ['https://example.com/logo.png'],
};

function textOf({ format, maxLength }: Stated, random: Random): string {
  if (format === 'uuid') return randomUUID();
  const known = format ? texts[format] : undefined;
  if (known) return random.pick(known);
  return random.chance(0.2) ? 'x'.repeat(Math.min(maxLength ?? 50, 5_000)) : `word ${random.int(1_000)}`;
}

/** Takes away, replaces, doubles or joins by another one thing within it, at any depth. */
export function mutated(value: Json, random: Random): Json {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.int(value.length);
    const others = value.filter((_, i) => i !== at);
    return random.pick<() => Json>([
      () => value.map((one, i) => (i === at ? mutated(one, random) : one)),
      () => [...value, value[at]],
      () => others,
    ])();
  }
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length > 0 && random.chance(0.95)) {
    const key = random.pick(keys);
    const { [key]: one, ...others } = value;
    return random.pick<() => Json>([
      () => ({ ...others, [key]: mutated(one, random) }),
      () => ({ ...others, [key]: anyValue(random) }),
      () => others,
      () => ({ ...value, [random.pick(TEXTS)]: anyValue(random) }),
    ])();
  }
  return anyValue(random);
}
