import { UNKNOWN_ID, surfaces } from '../../support/core-surfaces.js';
import { newTenant, unique } from '../../support/people.js';
import type { Answer } from '../../support/client.js';

const malay = { 'accept-language': 'ms-MY, en;q=0.5' };
const json = { 'content-type': 'application/json' };

describe.each(surfaces)('errors on the $name surface', (on) => {
  const said = (answer: Answer): string => on.error(answer).message as string;
  const ofField = (answer: Answer, name: string): string | undefined =>
    (on.error(answer).errors as { field: string; message: string }[]).find(({ field }) => field === name)?.message;

  function expectLanguage(answer: Answer, status: number, language: string, message: string | RegExp): void {
    expect(answer.status).toBe(status);
    expect(said(answer)).toMatch(message);
    expect(answer.headers.get('content-language')).toBe(language);
    expect(answer.headers.get('vary')).toMatch(/Accept-Language/i);
  }

  it('are in Malay for a caller that prefers it: validation, by every field', async () => {
    const { admin } = await newTenant();
    const body = { email: 5, first_name: 'x'.repeat(600), last_name: ' ', role: 'KING', permissions: 'all' };
    const answer = await on.send('POST', '/users', { token: admin.token, body, headers: malay });
    expectLanguage(answer, 400, 'ms', /mest|tidak boleh|diperlukan/);
    expect(ofField(answer, 'first_name')).toBe('first_name tidak boleh melebihi 200 aksara');
    expect(ofField(answer, 'email')).toMatch(
      /^email (mestilah alamat e-mel yang sah|tidak boleh melebihi 254 aksara)$/,
    );
    expect(ofField(answer, 'role')).toMatch(/^role mestilah salah satu daripada nilai berikut: /);
    expect(ofField(answer, 'permissions')).toMatch(/senarai|unsur|teks|aksara/);
  });

  it('are in Malay: what the domain refuses', async () => {
    const { admin } = await newTenant();
    const answer = await on.send('PUT', `/users/${admin.id}`, {
      token: admin.token,
      body: { role: on.role('STAFF') },
      headers: malay,
    });
    expectLanguage(answer, on.conflict, 'ms', /^Pentadbir terakhir sesebuah perniagaan tidak boleh/);
  });

  it('are in Malay: unknown records and paths, methods, bodies, tokens', async () => {
    const { admin } = await newTenant();
    const { token } = admin;
    const asked = { token, headers: malay };
    expectLanguage(await on.send('GET', `/users/${UNKNOWN_ID}`, asked), 404, 'ms', /^Pengguna tidak ditemui$/);
    expectLanguage(await on.send('GET', '/nowhere', asked), 404, 'ms', /^Sumber tidak ditemui$/);
    expectLanguage(
      await on.send('PATCH', '/users', asked),
      405,
      'ms',
      /^Kaedah PATCH tidak dibenarkan; gunakan GET, HEAD, POST$/,
    );
    const headers = { ...malay, ...json };
    expectLanguage(
      await on.send('POST', '/users', { token, raw: '{bad', headers }),
      400,
      'ms',
      /^Kandungan permintaan bukan JSON yang sah$/,
    );
    const raw = JSON.stringify({ email: 'x'.repeat(1_100_000) });
    expectLanguage(
      await on.send('POST', '/users', { token, raw, headers }),
      413,
      'ms',
      /^Kandungan permintaan melebihi 1000000 bait$/,
    );
    expectLanguage(await on.send('GET', '/users', { headers: malay }), 401, 'ms', /^Token akses yang sah diperlukan/);
  });

  it('are in Malay: what the database refuses', async () => {
    const { admin } = await newTenant();
    const email = `${unique('dua')}@example.com`;
    const body = {
      email,
      username: unique('dua'),
      first_name: 'A',
      last_name: 'B',
      role: on.role('STAFF'),
      password: 'a long password',
    };
    expect((await on.post('/users', body, admin.token)).status).toBe(201);
    const again = { ...body, username: unique('tiga') };
    const answer = await on.send('POST', '/users', { token: admin.token, body: again, headers: malay });
    expectLanguage(answer, on.conflict, 'ms', /sudah digunakan$/);
  });

  it.each([undefined, 'en', 'zh-Hans, ta;q=0.5', '*', 'en, ms;q=0.9', 'ms;q=0', 'nonsense;;q=x'])(
    'are in English for Accept-Language %j',
    async (asked) => {
      const { admin } = await newTenant();
      const headers: Record<string, string> = asked === undefined ? {} : { 'accept-language': asked };
      const answer = await on.send('GET', `/users/${UNKNOWN_ID}`, { token: admin.token, headers });
      expectLanguage(answer, 404, 'en', /^User not found$/);
    },
  );

  it('have the same codes, fields and statuses in every language', async () => {
    const { admin } = await newTenant();
    const asked = (headers: Record<string, string>) =>
      on.send('POST', '/users', { token: admin.token, body: { email: 5 }, headers });
    const [english, translated] = [await asked({}), await asked(malay)];
    const shape = (answer: Answer) => [
      answer.status,
      on.error(answer).code as string,
      (on.error(answer).errors as { field: string }[]).map(({ field }) => field),
    ];
    expect(shape(translated)).toEqual(shape(english));
    expect(said(translated)).not.toBe(said(english));
  });
});
