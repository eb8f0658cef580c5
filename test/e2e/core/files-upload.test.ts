import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { baseUrl, call } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import {
  archive,
  contentOf,
  docx,
  multipart,
  newFile,
  uploadForm,
  uploadRaw,
  xlsx,
  type Part,
} from '../../support/files.js';
import { newTenant, newUser, type Person, type TestTenant } from '../../support/people.js';
import { jpeg, png } from '../../support/pictures.js';
import { eventually } from '../../support/system-service.js';

/** Uploads. */

let tenant: TestTenant;
let admin: Person;
let staff: Person;
beforeAll(async () => {
  tenant = await newTenant();
  admin = tenant.admin;
  staff = await newUser(tenant, 'staff');
});

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const usage = async (of = tenant) => on.data(await on.get('/files/usage', of.admin.token));
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('A-481: an upload', () => {
  it('comes within a form or as the body, with one digest', async () => {
    const text = 'Nasi lemak, RM 4.50';
    const form = await uploadForm(staff, text, { filename: 'price.txt' });
    expect(form.status).toBe(201);
    const file = on.data(form);
    expect(file).toMatchObject({
      name: 'price.txt',
      media_type: 'text/plain',
      bytes: 19,
      sha256: sha256(text),
      width: null,
      height: null,
      purpose: 'document',
      status: 'ready',
      scan: 'none',
      resource: null,
      record_id: null,
      uploaded_by: staff.id,
    });
    expect(form.headers.get('location')).toBe(`/api/v1/files/${file.id}/`);
    const raw = on.data(await uploadRaw(staff, text, { fields: { name: 'price.txt' } }));
    expect(raw).toMatchObject({ name: 'price.txt', sha256: file.sha256, bytes: 19 });
    expect(on.data(await on.get(`/files/${file.id}`, staff.token))).toEqual(file);
    expect((await contentOf(baseUrl(), staff, file.id)).bytes.toString()).toBe(text);
  });

  it('of several chunks reads as it was sent', async () => {
    const text = 'A long line of text.\n'.repeat(60_000);
    const file = on.data(await uploadRaw(staff, text));
    expect(file).toMatchObject({ bytes: text.length, sha256: sha256(text), name: 'file.txt' });
    expect(sha256((await contentOf(baseUrl(), staff, file.id)).bytes)).toBe(file.sha256);
  });

  it('needs staff, an administrator for a logo and a manager for an import; its refusal ends the connection', async () => {
    const [user, manager] = await Promise.all([newUser(tenant, 'user'), newUser(tenant, 'manager')]);
    const before = await usage();
    const large = Buffer.alloc(3_000_000, 'x');
    const refused = await uploadRaw(user, large);
    expectRefusal(on, refused, 403);
    expect(refused.headers.get('connection')).toBe('close');
    expectRefusal(on, await uploadForm(manager, png(), { filename: 'a.png', fields: { purpose: 'logo' } }), 403);
    expectRefusal(on, await uploadForm(staff, 'sku,name', { filename: 'a.csv', fields: { purpose: 'import' } }), 403);
    expectRefusal(on, await uploadRaw({ token: 'none' }, large), 401);
    expect(await usage()).toEqual(before);
    expect((await uploadForm(manager, 'sku,name', { filename: 'a.csv', fields: { purpose: 'import' } })).status).toBe(
      201,
    );
    expect((await uploadForm(admin, png(), { filename: 'a.png', fields: { purpose: 'logo' } })).status).toBe(201);
  });

  it('has one file with content and a known purpose, else it is refused and nothing is kept', async () => {
    const before = await usage();
    const form = (parts: readonly Part[]) => {
      const { raw, type } = multipart(parts);
      return call('POST', '/api/v1/files/', { token: staff.token, raw, headers: { 'content-type': type } });
    };
    expectInvalid(on, await uploadForm(staff, ''), 'file');
    expectInvalid(on, await uploadRaw(staff, ''), 'file');
    expectInvalid(on, await uploadForm(staff, 'text', { fields: { purpose: 'toy' } }), 'purpose');
    expectInvalid(on, await uploadRaw(staff, 'text', { fields: { purpose: 'toy' } }), 'purpose');
    expectInvalid(on, await form([{ name: 'name', value: 'a' }]), 'file');
    expectInvalid(on, await form([{ name: 'other', filename: 'a.txt', value: 'a' }]), 'file');
    const two = ['a', 'b'].map((value) => ({ name: 'file', filename: 'a.txt', value }));
    expectInvalid(on, await form(two), 'file');
    const cut = await call('POST', '/api/v1/files/', {
      token: staff.token,
      raw: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expectInvalid(on, cut, 'body');
    expect(await usage()).toEqual(before);
  });

  it('larger than its purpose allows is 413, and counts for nothing', async () => {
    const before = await usage();
    const most = 5 * 1_048_576;
    expect((await uploadRaw(staff, png({ bytes: most }), { fields: { purpose: 'picture' } })).status).toBe(201);
    const after = await usage();
    expect(after.used_bytes - before.used_bytes).toBe(most);
    for (const send of [uploadRaw, uploadForm])
      expectRefusal(on, await send(staff, png({ bytes: most + 1 }), { fields: { purpose: 'picture' } }), 413);
    expect(await usage()).toEqual(after);
  });

  it('is done once with an Idempotency-Key, and refused with other bytes', async () => {
    const headers = { 'idempotency-key': 'upload-once' };
    const first = await uploadForm(staff, 'once', { headers });
    const before = await usage();
    const again = await uploadForm(staff, 'once', { headers });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(on.data(again)).toEqual(on.data(first));
    expectRefusal(on, await uploadForm(staff, 'another', { headers }), 409);
    expect(await usage()).toEqual(before);
  });
});

describe('A-482: the type of a file', () => {
  it('follows from its content', async () => {
    const typed = async (content: string | Buffer, filename: string, type?: string) => {
      const file = on.data(await uploadForm(staff, content, { filename, type }));
      return [file.media_type, file.name];
    };
    expect(await typed(png(), '../x.pdf', 'application/octet-stream')).toEqual(['image/png', 'x.pdf.png']);
    expect(await typed(jpeg('Secret'), 'photo.JPG')).toEqual(['image/jpeg', 'photo.JPG']);
    expect(await typed('%PDF-1.7\n%%EOF', 'a.pdf', 'application/pdf')).toEqual(['application/pdf', 'a.pdf']);
    expect(await typed(docx(), 'letter.docx', DOCX)).toEqual([DOCX, 'letter.docx']);
    expect(await typed(xlsx(), 'list')).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'list.xlsx',
    ]);
    expect(await typed('sku,name\nA,B', 'list.csv', 'text/html')).toEqual(['text/csv', 'list.csv']);
    expect(await typed('\ufeffteh tarik ☕', 'C:\\menu\\a\u202etxt.exe')).toEqual(['text/plain', 'atxt.exe.txt']);
    const lines = on.data(await uploadRaw(staff, 'x', { fields: { name: '/etc/../a\r\nb.txt' } }));
    expect(lines.name).toBe('ab.txt');
    expectInvalid(on, await uploadForm(staff, 'x', { filename: 'a\r\nb.txt' }), 'body');
  });

  it('that is not taken, or not the one that was stated, is refused', async () => {
    const refused = async (content: string | Buffer, filename: string, type?: string, fields = {}) =>
      expectInvalid(on, await uploadForm(staff, content, { filename, type, fields }), 'file');
    await refused('<html><script>alert(1)</script>', 'a.png', 'image/png');
    await refused('  \ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg');
    await refused('text', 'a.png', 'image/png');
    await refused(png(), 'a.jpg', 'image/jpeg');
    await refused(Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'a.gif');
    await refused(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'a.txt');
    await refused(Buffer.concat([Buffer.from('GIF'), png()]), 'a.png');
    await refused(Buffer.from('caf\xe9', 'latin1'), 'a.txt');
    await refused(archive(['a.txt']), 'a.docx');
    await refused(archive(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']), 'a.docx');
    await refused(Buffer.concat([docx(), Buffer.from('more')]), 'a.docx');
    await refused('%PDF-1.7', 'a.pdf', undefined, { purpose: 'picture' });
    await refused(png().subarray(0, 60), 'a.png');
    const html = await uploadForm(staff, '<html>', { filename: 'a.png', type: 'image/png' });
    expect(html.status).toBe(400);
  });
});

it('A-483: a picture loses its metadata, and what is told of it is of what is stored', async () => {
  const sent = jpeg('Somewhere');
  const file = on.data(await uploadForm(staff, sent, { filename: 'a.jpg', fields: { purpose: 'picture' } }));
  const { bytes } = await contentOf(baseUrl(), staff, file.id);
  expect(sent.includes('Somewhere')).toBe(true);
  expect(bytes.includes('Somewhere')).toBe(false);
  expect([file.bytes, file.sha256]).toEqual([bytes.length, sha256(bytes)]);
  expect([file.width, file.height]).toEqual([8, 8]);
});

it('A-485: what files use is their sum, also where many are sent at once', async () => {
  const own = await newTenant();
  const files = await Promise.all(Array.from({ length: 12 }, (_, i) => newFile(own, `file ${i}`)));
  const sum = files.reduce((bytes, file) => bytes + file.bytes, 0);
  expect(await usage(own)).toEqual({ used_bytes: sum, limit_bytes: 1_073_741_824, files: 12, limit_files: 10_000 });
  for (const { id } of files.slice(0, 3))
    expect((await on.send('DELETE', `/files/${id}`, { token: own.admin.token })).status).toBe(200);
  const left = files.slice(3).reduce((bytes, file) => bytes + file.bytes, 0);
  expect(await usage(own)).toMatchObject({ used_bytes: left, files: 9 });
});

it('A-481: uploads that clients break off hold no places, and count for nothing', async () => {
  const own = await newTenant();
  const { hostname, port } = new URL(baseUrl());
  const breakOff = () =>
    new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/v1/files/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.admin.token}\r\n` +
            `Content-Type: text/plain\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(300_000)}`,
        );
        setTimeout(() => socket.destroy(), 300);
      });
      socket.once('close', () => done());
    });
  await Promise.all(Array.from({ length: 12 }, breakOff));
  await eventually('nothing counts', async () => {
    const { used_bytes, files } = await usage(own);
    return used_bytes === 0 && files === 0;
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => newFile(own)))).toHaveLength(5);
});
