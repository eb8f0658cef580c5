import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { DomainError } from '@usaha/shared';
import { BODY_LIMIT, readBody } from './body.js';

/** Reads a body as a request brings it. @returns the body, or the refusal */
async function read(
  sent: string | Buffer | undefined,
  headers: Record<string, string | undefined> = {},
): Promise<unknown> {
  const bytes = sent === undefined ? [] : [Buffer.from(sent)];
  const length = sent === undefined ? {} : { 'content-length': String(bytes[0]?.length) };
  const all = Object.entries({ 'content-type': 'application/json', ...length, ...headers }).filter(
    ([, value]) => value !== undefined,
  );
  const request = Object.assign(Readable.from(bytes), { method: 'POST', headers: Object.fromEntries(all) });
  try {
    await readBody(request as unknown as Request, {} as Response);
    return (request as unknown as Request).body as unknown;
  } catch (error) {
    if (error instanceof DomainError)
      return { refused: error.kind, field: error.errors?.[0]?.field, message: error.message };
    throw error;
  }
}

/** An object with that many levels of objects in it. */
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a body', () => {
  it('is the JSON object that was sent', async () => {
    expect(await read('{"name":"Siti","tags":["a"],"n":null}')).toEqual({ name: 'Siti', tags: ['a'], n: null });
    expect(await read('{"a":1}', { 'content-type': 'application/merge-patch+json; charset=utf-8' })).toEqual({ a: 1 });
    expect(await read('{"a":1}', { 'content-type': undefined })).toEqual({ a: 1 });
    expect(await read(gzipSync('{"a":1}'), { 'content-encoding': 'gzip' })).toEqual({ a: 1 });
  });

  it('is an empty object where nothing was sent (A-29)', async () => {
    expect(await read(undefined)).toEqual({});
    expect(await read('', {})).toEqual({});
    expect(await read(undefined, { 'content-type': 'text/plain' })).toEqual({});
  });

  it.each(['[]', '"text"', '7', 'true', 'null', '[{"a":1}]'])('must be an object: %s', async (sent) => {
    expect(await read(sent)).toEqual({ refused: 'invalid', field: 'body', message: 'The body must be a JSON object' });
  });

  it.each(['{', '{"a":}', "{'a':1}", 'name=Siti', '{"a":1}x'])('must be JSON: %s', async (sent) => {
    expect(await read(sent)).toEqual({ refused: 'invalid', field: 'body', message: 'The body is not valid JSON' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'must be called JSON, not %s',
    async (type) => {
      const answer = await read('{"a":1}', { 'content-type': type });
      expect(answer).toMatchObject({ refused: 'invalid', field: 'body' });
      expect((answer as { message: string }).message).toContain(`not ${type.split(';')[0]}`);
    },
  );

  it('may have a megabyte and no more', async () => {
    const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(await read(sized(BODY_LIMIT))).toHaveProperty('a');
    expect(await read(sized(BODY_LIMIT + 1))).toMatchObject({ refused: 'too_large' });
    // The unpacked size counts, not the stated length.
    expect(await read(gzipSync(sized(BODY_LIMIT + 1)), { 'content-encoding': 'gzip' })).toMatchObject({
      refused: 'too_large',
    });
  });

  it('must be sent whole, in an encoding that is known', async () => {
    expect(await read('{"a":1}', { 'content-length': '99' })).toMatchObject({ refused: 'invalid', field: 'body' });
    expect(await read('{"a":1}', { 'content-encoding': 'snappy' })).toMatchObject({
      refused: 'invalid',
      field: 'body',
    });
    expect(await read('{"a":1}', { 'content-type': 'application/json; charset=latin7' })).toMatchObject({
      refused: 'invalid',
    });
  });
});

/** An object of `count` keys; each is one value. */
const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, 1]));
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

describe('what a body holds (A-179)', () => {
  const tooMany = {
    refused: 'invalid',
    field: 'body',
    message: 'The body contains more than 10000 values (keys and elements over all levels)',
  };

  it('is at most 10,000 values, keys and elements over all levels', async () => {
    expect(await read(JSON.stringify(keys(10_000)))).toEqual(keys(10_000));
    expect(await read(JSON.stringify(keys(10_001)))).toEqual(tooMany);
    const lists = (last: number) => JSON.stringify({ settings: { ...[...Array(9).fill(ones(999)), ones(last)] } });
    expect(await read(lists(998))).toHaveProperty('settings');
    expect(await read(lists(999))).toEqual(tooMany);
  });

  it('is at most 1,000 items in a list, which is named', async () => {
    const refused = (field: string) => ({
      refused: 'invalid',
      field,
      message: `${field} contains more than 1000 items`,
    });
    expect(await read(JSON.stringify({ items: ones(1_000) }))).toHaveProperty('items.length', 1_000);
    expect(await read(JSON.stringify({ items: ones(1_001) }))).toEqual(refused('items'));
    expect(await read(JSON.stringify({ a: { b: [[], ones(9_000)] } }))).toEqual(refused('a.b.1'));
    expect(await read(JSON.stringify({ items: ones(450_000) }))).toEqual(tooMany);
  });

  it('is counted in what is no text, in every encoding', async () => {
    const text = { a: `${',:[{"\\\\'.repeat(5_000)}` };
    expect(await read(JSON.stringify(text))).toEqual(text);
    const wide = Buffer.from(JSON.stringify(keys(10_001)), 'utf16le');
    expect(await read(wide, { 'content-type': 'application/json; charset=utf-16le' })).toEqual(tooMany);
    expect(
      await read(
        JSON.stringify({
          a: Array(500)
            .fill([[[[1]]]])
            .concat([keys(8_000)]),
        }),
      ),
    ).toEqual(tooMany);
  });

  it('is counted at once, however much it is', async () => {
    for (const sent of [keys(60_000), { settings: keys(60_000) }, { items: ones(450_000) }]) {
      const text = JSON.stringify(sent);
      const begun = performance.now();
      expect(await read(text)).toMatchObject({ refused: 'invalid' });
      expect(performance.now() - begun).toBeLessThan(500);
    }
  });

  it('is named by no more of its names than can be read', async () => {
    const name = 'x'.repeat(500_000);
    expect(await read(JSON.stringify({ [name]: ones(1_001) }))).toHaveProperty('field.length', 200);
    const many = JSON.stringify({ [name]: keys(9_000), last: '?' }).replace('?', '\\u0000');
    const begun = performance.now();
    expect(await read(many)).toMatchObject({ refused: 'invalid', field: 'last' });
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it('is at most 32 levels of objects and lists', async () => {
    const lists = (levels: number) => `{"list":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const refused = { refused: 'invalid', field: 'body', message: 'The body is nested deeper than 32 levels' };
    for (const nested of [deep, lists]) {
      expect(await read(nested(32))).not.toHaveProperty('refused');
      expect(await read(nested(33))).toEqual(refused);
      expect(await read(nested(150_000))).toEqual(refused);
    }
  });
});

describe('texts that PostgreSQL cannot hold', () => {
  it.each([
    ['a NUL character', '{"name":"a\\u0000b"}', 'name'],
    ['half of a surrogate pair', '{"name":"\\ud83d"}', 'name'],
    ['the other half', '{"name":"x\\uDE00"}', 'name'],
    ['one in a list', '{"tags":["ok","\\ud83d"]}', 'tags.1'],
    ['one within', '{"address":{"city":"\\u0000"}}', 'address.city'],
    ['one in a name', '{"settings":{"a\\u0000":1}}', 'settings.a'],
  ])('are refused by the name of their field: %s', async (_, sent, field) => {
    expect(await read(sent)).toMatchObject({ refused: 'invalid', field });
  });

  it('are not confused with what only looks so', async () => {
    expect(await read('{"name":"\\ud83d\\ude00"}')).toEqual({ name: '😀' });
    expect(await read('{"name":"\\\\u0000"}')).toEqual({ name: '\\u0000' });
    expect(await read('{"name":"😀"}')).toEqual({ name: '😀' });
  });
});

it('never becomes the prototype of anything', async () => {
  const body = (await read('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')) as object;
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
});
