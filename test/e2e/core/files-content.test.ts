import { baseUrl } from '../../support/client.js';
import { expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { contentOf, newFile, uploadForm, uploadRaw } from '../../support/files.js';
import { newTenant, newUser, type Person, type TestTenant } from '../../support/people.js';
import { png } from '../../support/pictures.js';

/** Reading, changing and deleting files. */

let tenant: TestTenant;
let admin: Person;
beforeAll(async () => {
  tenant = await newTenant();
  admin = tenant.admin;
});

const read = (id: string, headers = {}, as: Pick<Person, 'token'> = admin) => contentOf(baseUrl(), as, id, headers);

describe('A-487: the content of a file', () => {
  it('is saved under its name, runs nowhere, and is told again by its digest', async () => {
    const file = await newFile(tenant, 'Sambal', { name: 'résumé "2".txt' });
    const answer = await read(file.id);
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString()).toBe('Sambal');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '6',
      'content-disposition': 'attachment; filename="r_sum_ _2_.txt"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9%20%222%22.txt',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${file.sha256}"`,
    });
    const same = await read(file.id, { 'if-none-match': `"${file.sha256}"` });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    const head = await on.send('HEAD', `/files/${file.id}/content`, { token: admin.token });
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '6', '']);
  });

  it('is shown inline only of pictures and PDF', async () => {
    const shown = async (content: string | Buffer, filename: string) => {
      const { id } = on.data(await uploadForm(admin, content, { filename }));
      const answer = await on.send('GET', `/files/${id}/content?inline=true`, { token: admin.token });
      return answer.headers.get('content-disposition');
    };
    expect(await shown(png(), 'a.png')).toBe('inline; filename="a.png"');
    expect(await shown('%PDF-1.7', 'a.pdf')).toBe('inline; filename="a.pdf"');
    expect(await shown('text', 'a.txt')).toBe('attachment; filename="a.txt"');
  });

  it('is served by ranges, also over the edges of chunks', async () => {
    const text = Array.from({ length: 100_000 }, (_, i) => String(i % 10))
      .join('')
      .repeat(6);
    const { id, sha256 } = on.data(await uploadRaw(admin, text));
    const part = async (range: string, more = {}) => {
      const { status, headers, bytes } = await read(id, { range, ...more });
      return [status, headers.get('content-range'), bytes.toString()];
    };
    expect(await part('bytes=5-9')).toEqual([206, 'bytes 5-9/600000', '56789']);
    expect(await part('bytes=262142-262145')).toEqual([206, 'bytes 262142-262145/600000', text.slice(262142, 262146)]);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 599997-599999/600000', '789']);
    expect(await part('bytes=599998-')).toEqual([206, 'bytes 599998-599999/600000', '89']);
    expect(await part('bytes=599999-9999999')).toEqual([206, 'bytes 599999-599999/600000', '9']);
    expect(await part('bytes=600000-')).toEqual([416, 'bytes */600000', '']);
    for (const whole of ['bytes=0-1,5-6', 'bytes=9-5', 'lines=1-2', 'bytes=-']) {
      const [status, range, bytes] = await part(whole);
      expect([whole, status, range, bytes === text]).toEqual([whole, 200, null, true]);
    }
    expect((await part('bytes=5-9', { 'if-range': '"other"' }))[0]).toBe(200);
    expect((await part('bytes=5-9', { 'if-range': `"${sha256}"` }))[0]).toBe(206);
  });
});

describe('A-489: a file without a record', () => {
  it('is there for its uploader and administrators alone', async () => {
    const [one, two] = await Promise.all([newUser(tenant, 'staff'), newUser(tenant, 'manager')]);
    const { id } = on.data(await uploadRaw(one, 'mine'));
    const listed = async ({ token }: Person) =>
      on.rows(await on.get('/files?page_size=100', token), 'files').some((file) => file.id === id);
    for (const person of [one, admin]) {
      expect((await on.get(`/files/${id}`, person.token)).status).toBe(200);
      expect((await read(id, {}, person)).status).toBe(200);
      expect(await listed(person)).toBe(true);
    }
    expect(await listed(two)).toBe(false);
    expectRefusal(on, await on.get(`/files/${id}`, two.token), 404);
    expect((await read(id, {}, two)).status).toBe(404);
    expectRefusal(on, await on.put(`/files/${id}`, { name: 'b' }, two.token), 404);
    expectRefusal(on, await on.send('DELETE', `/files/${id}`, { token: two.token }), 404);
  });

  it('is renamed, found by its type, and gone when it is deleted', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const file = await newFile(own, 'text');
    const renamed = await on.put(`/files/${file.id}`, { name: '../Menu' }, token);
    expect(on.data(renamed)).toMatchObject({ id: file.id, name: 'Menu.txt', sha256: file.sha256 });
    const found = async (query: string) => on.rows(await on.get(`/files?${query}`, token), 'files').length;
    expect(await found('media_type=text/plain&purpose=document&status=ready')).toBe(1);
    expect(await found('media_type=image/png')).toBe(0);
    expect(on.data(await on.send('DELETE', `/files/${file.id}`, { token }))).toEqual({ id: file.id, deleted: true });
    expectRefusal(on, await on.get(`/files/${file.id}`, token), 404);
    expect((await read(file.id, {}, own.admin)).status).toBe(404);
    expect(await found('')).toBe(0);
  });

  it('changes by If-Match alone where that is sent', async () => {
    const { id } = await newFile(tenant);
    const tag = (await on.get(`/files/${id}`, admin.token)).headers.get('etag') as string;
    const put = () =>
      on.send('PUT', `/files/${id}`, { token: admin.token, body: { name: 'a' }, headers: { 'if-match': tag } });
    expect((await put()).status).toBe(200);
    expectRefusal(on, await put(), 412);
  });
});
