import { deflateSync, gzipSync } from 'node:zlib';
import type { CallOptions } from '../../support/client.js';
import { surfaces } from '../../support/core-surfaces.js';
import { raw } from '../../support/http-raw.js';
import { expectError, expectWrong } from '../../support/http-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';

const json = (raw: string | Buffer, type = 'application/json'): CallOptions => ({
  raw,
  headers: { 'content-type': type },
});
const MEGABYTE = 1_000_000;

describe.each(surfaces)('bodies on the $name surface', (on) => {
  let tenant: TestTenant;

  beforeAll(async () => {
    tenant = await newTenant();
  });

  const put = (options: CallOptions) =>
    on.send('PUT', `/users/${tenant.admin.id}`, { token: tenant.admin.token, ...options });
  const open = (options: CallOptions) => on.send('POST', '/auth/login', options);
  /** A body that changes the first name, so that one sees whether it was read. */
  const named = () => {
    const first_name = unique('Nur');
    return { first_name, text: JSON.stringify({ first_name }) };
  };

  it('refuses what is no JSON (A-29)', async () => {
    const broken = [
      '{bad',
      '{',
      '',
      ' ',
      '{"a":1,}',
      "{'a':1}",
      '{"a":1}{"b":2}',
      'undefined',
      '<html>',
      '{"a":NaN}',
      '\ufeff{',
    ];
    for (const text of broken.filter((text) => text !== '')) {
      expectWrong(on, await open(json(text)), 'body');
      expectWrong(on, await put(json(text)), 'body');
    }
    expectWrong(on, await put(json(Buffer.from([0xff, 0xfe, 0x00]))), 'body');
    expectWrong(on, await put(json('{"first_name":"a\u0000b"}')), 'body');
  });

  it('refuses JSON that is no object (A-29)', async () => {
    for (const text of ['[]', '[{}]', '"x"', 'null', '5', 'true', '""', '1e999']) {
      expectWrong(on, await open(json(text)), 'body');
      expectWrong(on, await put(json(text)), 'body');
    }
  });

  it('refuses every other content type, and takes JSON by any of its names (A-29)', async () => {
    const others = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/html'];
    for (const type of [
      ...others,
      'application/xml',
      'application/octet-stream',
      'x',
      'application/jsonx',
      'text/json',
    ])
      expectWrong(on, await put(json('{}', type)), 'body');
    const names = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'];
    for (const type of [...names, 'APPLICATION/JSON', 'application/merge-patch+json', 'application/vnd.api+json']) {
      const { first_name, text } = named();
      expect(on.data(await put(json(text, type)))).toMatchObject({ first_name });
    }
  });

  it('takes JSON that comes without a content type (A-29)', async () => {
    const { first_name, text } = named();
    expect(on.data(await put({ raw: Buffer.from(text) }))).toMatchObject({ first_name });
  });

  it('takes no body and an empty one as an empty object (A-18, A-29)', async () => {
    const before = on.data(await on.get(`/users/${tenant.admin.id}`, tenant.admin.token));
    for (const options of [{}, json(''), { headers: { 'content-type': 'text/plain' } }, { body: {} }]) {
      const answer = await put(options);
      expect([answer.status, on.data(answer)]).toEqual([200, before]);
    }
    expectError(on, await open({}), 400);
    expectError(on, await open(json('')), 400);
  });

  it('refuses a body over one megabyte, and reads one just below (A-29)', async () => {
    const filled = (bytes: number) => {
      const { first_name, text } = named();
      const rest = bytes - text.length - '"filler":"",'.length;
      return { first_name, text: `{"filler":"${'x'.repeat(rest)}",${text.slice(1)}` };
    };
    const within = filled(MEGABYTE);
    expect(Buffer.byteLength(within.text)).toBe(MEGABYTE);
    expect(on.data(await put(json(within.text)))).toMatchObject({ first_name: within.first_name });
    expectError(on, await put(json(filled(MEGABYTE + 1).text)), 413);
    expectError(on, await put(json(filled(3 * MEGABYTE).text)), 413);
    expectError(on, await open(json(filled(2 * MEGABYTE).text)), 413);
    expectError(on, await put(json(gzipSync(filled(2 * MEGABYTE).text))), 400);
  });

  it('takes a compressed body, by its size when it is unpacked (A-29)', async () => {
    const packed = (bytes: Buffer, encoding: string): CallOptions => ({
      raw: bytes,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    });
    const [zipped, deflated] = [named(), named()];
    expect(on.data(await put(packed(gzipSync(zipped.text), 'gzip')))).toMatchObject({ first_name: zipped.first_name });
    expect(on.data(await put(packed(deflateSync(deflated.text), 'deflate')))).toMatchObject({
      first_name: deflated.first_name,
    });
    const bomb = gzipSync(`{"first_name":"${'x'.repeat(5 * MEGABYTE)}"}`);
    expect(bomb.length).toBeLessThan(MEGABYTE / 50);
    expectError(on, await put(packed(bomb, 'gzip')), 413);
    expectWrong(on, await put(packed(Buffer.from(zipped.text), 'gzip')), 'body');
    expectWrong(on, await put(packed(gzipSync(zipped.text).subarray(0, 20), 'gzip')), 'body');
    for (const encoding of ['compress', 'nonsense'])
      expectWrong(on, await put(packed(Buffer.from(zipped.text), encoding)), 'body');
  });

  it('refuses a body that is nested without end, at any depth (A-29)', async () => {
    for (const depth of [100, 10_000, 150_000]) {
      expectWrong(on, await put(json(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)), 'body');
      expectWrong(on, await open(json(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)), 'body');
    }
    expectWrong(on, await put(json('{"a":'.repeat(100_000))), 'body');
  });

  it('refuses NUL characters and halves of surrogate pairs, in values and in names (A-22)', async () => {
    for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', 'a\\udfff', '\\udc00\\ud800', '\\uD83D']) {
      expectWrong(on, await put(json(`{"first_name":"${text}"}`)), 'first_name');
      expectError(on, await put(json(`{"${text}":1}`)), 400);
      expectError(on, await put(json(`{"permissions":["${text}"]}`)), 400);
      expectError(on, await open(json(`{"email":"${text}","username":"${text}","password":"${text}"}`)), 400);
    }
    const whole = await put(json('{"first_name":"\\ud83c\\udf5c \\\\u0000 \\u00e9"}'));
    expect([whole.status, on.data(whole).first_name]).toEqual([200, '🍜 \\u0000 é']);
  });

  it('refuses them in every character set, and texts in one that is not UTF (A-22, A-29)', async () => {
    for (const text of ['{"first_name":"a\\u0000b"}', '{"first_name":"\\ud800"}', '{"first_name":"a\ud800b"}'])
      for (const charset of ['utf-16', 'utf-16le', 'UTF-16LE']) {
        const answer = await put(json(Buffer.from(text, 'utf16le'), `application/json; charset=${charset}`));
        expectError(on, answer, 400);
      }
    for (const charset of ['latin1', 'windows-1252', 'nonsense'])
      expectWrong(on, await put(json('{}', `application/json; charset=${charset}`)), 'body');
  });

  it('stores every letter of every script as it was sent (A-154)', async () => {
    for (const first_name of [
      '李小龍',
      'முருகன்',
      'نور',
      'Zoë',
      '👩‍👩‍👧',
      'e\u0301',
      '\u202e',
      'O’Brien',
      'Siti\tb\n',
      '<b>',
      "';--",
    ]) {
      const answer = await put({ body: { last_name: first_name } });
      expect([answer.status, on.data(answer).last_name]).toEqual([200, first_name]);
    }
  });

  it('reads a body that comes in chunks, and none where a GET has one (A-29)', async () => {
    const { first_name, text } = named();
    const headers = { 'content-type': 'application/json' };
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    const path = on.url(`/users/${tenant.admin.id}`);
    const { token } = tenant.admin;
    expect(on.data(await raw('PUT', path, { token, headers: chunked, body: text }))).toMatchObject({ first_name });
    expect((await raw('GET', path, { token, headers, body: '{bad' })).status).toBe(200);
  });
});
