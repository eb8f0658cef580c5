import { createHash } from 'node:crypto';
import { baseUrl } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { contentOf, newFile } from '../../support/files.js';
import { letterTo } from '../../support/letters.js';
import { PASSWORD, newTenant, newUser, operator, signIn, type TestTenant } from '../../support/people.js';
import { newWebhook } from '../../support/webhooks.js';
import { askExport, ended, exported } from '../../support/tenant-exports.js';

/** Exports of whole tenants. */

jest.setTimeout(120_000);

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = await Promise.all([newTenant(), newTenant()]);
});

const NOTHING = { password: PASSWORD, include_files: false };

describe('A-502: the archive of a tenant', () => {
  it('has records as the surface answers them, files, and a manifest that tells of each', async () => {
    const { token } = tenant.admin;
    const made = await on.post('/retail/products', { name: 'Sambal', sku: 'S-1', selling_price: 9.9 }, token);
    const product = on.data(await on.get(`/retail/products/${on.data(made).id}`, token));
    const file = await newFile(tenant, 'Sambal recipe', { name: '../recipe.txt' });
    const { found, manifest, files, records } = await exported(tenant.id, tenant.admin);
    expect(found).toMatchObject({ status: 'ready', include_files: true, requested_by: tenant.admin.id });
    expect(found.counts).toEqual(manifest.counts);
    expect(found.as_of).toBe(manifest.as_of);
    expect(manifest).toMatchObject({
      format: 'usaha-export-1',
      tenant: { id: tenant.id, slug: tenant.slug },
      files: { count: 1, deleted_meanwhile: 0 },
    });
    expect(records('retail.products')).toEqual([product]);
    expect(records('files')).toEqual([on.data(await on.get(`/files/${file.id}`, token))]);
    expect(Buffer.from(files[`files/${file.id}.txt`] ?? []).toString()).toBe('Sambal recipe');
    expect(records('users').map(({ id }) => id)).toEqual([tenant.admin.id]);
    expect(records('tenants')).toEqual([on.data(await on.get(`/tenants/${tenant.id}`, token))]);
    expect(records('audit').map(({ record_type }) => record_type)).toContain('product');
    const told = manifest.entries.map(({ path }) => path);
    expect([...told, 'manifest.json'].sort()).toEqual(Object.keys(files).sort());
    for (const { path, resource, records: lines, bytes, sha256 } of manifest.entries) {
      const content = Buffer.from(files[path] ?? []);
      expect([path, content.length]).toEqual([path, bytes]);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      if (resource) expect([resource, records(resource).length]).toEqual([resource, lines]);
    }
  });

  it('has no password, hash, key or token, and nothing of another tenant', async () => {
    const own = await newTenant();
    const key = on.data(
      await on.post('/api-keys', { name: 'Till', role: 'staff', scopes: ['*:read'] }, own.admin.token),
    );
    const hook = await newWebhook(own);
    const { files } = await exported(own.id, own.admin);
    const everything = Object.values(files)
      .map((bytes) => Buffer.from(bytes).toString())
      .join('');
    for (const secret of [key.key, hook.secret, own.admin.token, own.admin.refresh_token, other.id, other.slug]) {
      expect(typeof secret).toBe('string');
      expect(everything.includes(secret as string)).toBe(false);
    }
    // The trail names a field that was changed, and withholds its value.
    expect(
      /argon2|"(?:password_hash|secret_hash|key|gateway_token)":(?!\{"withheld":true\})/.exec(everything)?.[0],
    ).toBeUndefined();
  });

  it('is without files where none are asked for, and does not count for the quota', async () => {
    const own = await newTenant();
    await newFile(own, 'A');
    const before = on.data(await on.get('/files/usage', own.admin.token));
    const { manifest, files } = await exported(own.id, own.admin, NOTHING);
    expect(manifest.files).toBeNull();
    expect(Object.keys(files).filter((path) => path.startsWith('files/'))).toEqual([]);
    expect(on.data(await on.get('/files/usage', own.admin.token))).toEqual(before);
    expect(on.rows(await on.get('/files', own.admin.token), 'files')).toHaveLength(1);
  });

  it('is a file that sessions of administrators alone read, and that is changed by none', async () => {
    const own = await newTenant();
    const { found } = await exported(own.id, own.admin, NOTHING);
    const { file_id } = found as { file_id: string };
    const content = await contentOf(baseUrl(), own.admin, file_id);
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${own.slug}-${String(found.as_of).slice(0, 10)}.zip"`,
    });
    expect(content.bytes.length).toBe(found.bytes);
    const facts = on.data(await on.get(`/files/${file_id}`, own.admin.token));
    expect(facts).toMatchObject({ purpose: 'export', media_type: 'application/zip', uploaded_by: null });
    const made = { name: 'Sync', role: 'admin', scopes: ['*:read', '*:write'] };
    const key = on.data(await on.post('/api-keys', made, own.admin.token));
    const manager = await newUser(own, 'manager');
    for (const token of [key.key as string, manager.token, other.admin.token])
      expectRefusal(on, await on.get(`/files/${file_id}/content`, token), 404);
    expectRefusal(on, await on.put(`/files/${file_id}`, { name: 'a.zip' }, own.admin.token), 409);
    expectRefusal(on, await on.post(`/files/${file_id}/link`, {}, own.admin.token), 409);
    expectRefusal(on, await on.send('DELETE', `/files/${file_id}`, { token: own.admin.token }), 409);
  });
});

describe('A-502: asking for an export', () => {
  it('needs the present password of an administrator of the tenant itself', async () => {
    const own = await newTenant();
    expectInvalid(on, await askExport(own.id, own.admin, {}), 'password');
    expectInvalid(on, await askExport(own.id, own.admin, { password: 'wrong' }), 'password');
    expectRefusal(on, await askExport(own.id, await newUser(own, 'manager')), 403);
    expectRefusal(on, await askExport(own.id, other.admin), 404);
    // The operator reads every tenant, and takes the data of none away.
    const { token, password } = await operator();
    expectRefusal(on, await askExport(own.id, { token }, { password }), 403);
    expect(on.rows(await on.get(`/tenants/${own.id}/exports`, own.admin.token), 'exports')).toEqual([]);
  });

  it('counts wrong passwords, and refuses further ones for a while', async () => {
    const own = await newTenant();
    const wrong = () => askExport(own.id, own.admin, { password: 'wrong-password' });
    for (let tries = 0; tries < 20; tries += 1) expectInvalid(on, await wrong(), 'password');
    expectRefusal(on, await wrong(), 429);
    expectRefusal(on, await askExport(own.id, own.admin), 429);
    // Sign-ins have a separate count.
    expect((await signIn(own.admin.username, PASSWORD, own.id)).token).toBeTruthy();
  });

  it('is answered with 409 while another export is under way, also when two come at once', async () => {
    const own = await newTenant();
    const answers = await Promise.all([1, 2, 3].map(() => askExport(own.id, own.admin, NOTHING)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const begun = on.data(answers.find(({ status }) => status === 201) as (typeof answers)[0]);
    expect(begun).toMatchObject({ status: 'queued', file_id: null, bytes: null, counts: null, as_of: null });
    const found = await ended(own.id, begun.id as string, own.admin);
    expect(found.status).toBe('ready');
    const days = (Date.parse(found.expires_at as string) - Date.parse(found.as_of as string)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    // Once it has ended, another may be asked for.
    const again = await askExport(own.id, own.admin, NOTHING);
    expect(again.headers.get('location')).toBe(`/api/v1/tenants/${own.id}/exports/${String(on.data(again).id)}/`);
    expect(on.rows(await on.get(`/tenants/${own.id}/exports`, own.admin.token), 'exports')).toHaveLength(2);
  });

  it('sends a letter to every administrator, which names the one who asked', async () => {
    const own = await newTenant();
    const second = await newUser(own, 'admin');
    const staff = await newUser(own, 'staff');
    await exported(own.id, own.admin, NOTHING);
    for (const { email } of [own.admin, second]) {
      const { subject, text } = await letterTo(email);
      expect(subject).toContain('An export of all data was asked for');
      expect(text).toContain(`${own.admin.email} has asked for an export of all data of`);
    }
    expect(staff.email).toBeTruthy();
  });

  it('is on the trail, without the password', async () => {
    const own = await newTenant();
    const { found } = await exported(own.id, own.admin, NOTHING);
    const trail = on.rows(await on.get(`/audit?record_id=${String(found.id)}`, own.admin.token), 'entries');
    expect(trail.map(({ action }) => action).sort()).toEqual(['create', 'finish', 'read']);
    expect(JSON.stringify(trail)).not.toContain(PASSWORD);
  });

  it('is on the trail with each download of the archive, and not with reading what is known of it', async () => {
    const own = await newTenant();
    const second = await newUser(own, 'admin');
    const { found } = await exported(own.id, own.admin, NOTHING);
    const readers = async (): Promise<string[]> => {
      const query = `/audit?record_id=${String(found.id)}&action=read`;
      const entries = on.rows(await on.get(query, own.admin.token), 'entries');
      return entries.map(({ actor_id }) => actor_id).sort();
    };
    expect(await readers()).toEqual([own.admin.id]);
    const { file_id } = found as { file_id: string };
    await on.get(`/files/${file_id}`, second.token);
    await on.get(`/tenants/${own.id}/exports/${String(found.id)}`, second.token);
    expect(await readers()).toEqual([own.admin.id]);
    const part = await contentOf(baseUrl(), second, file_id, { range: 'bytes=0-9' });
    expect(part.status).toBe(206);
    expect(await readers()).toEqual([own.admin.id, second.id].sort());
    // A refusal is no download.
    expectRefusal(on, await on.get(`/files/${file_id}/content`, other.admin.token), 404);
    expect(await readers()).toHaveLength(2);
  });

  it('of an unknown export or tenant is 404', async () => {
    const { token } = tenant.admin;
    for (const path of [`/tenants/${tenant.id}/exports/${UNKNOWN_ID}`, `/tenants/${other.id}/exports`])
      expectRefusal(on, await on.get(path, token), 404);
  });
});
