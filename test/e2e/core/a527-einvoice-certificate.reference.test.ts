import type { Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { signingCertificate, type CertificateOptions } from '../../support/signing-certificate.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** the certificate with which a business signs its e-invoices. */

const SETTINGS = '/einvoices/settings';
const PATH = `${SETTINGS}/certificate`;
const TIN = 'C2584563200';

const put = ({ admin }: TestTenant, body: Json) => on.put(PATH, body, admin.token);
const remove = ({ admin }: TestTenant) => on.send('DELETE', PATH, { token: admin.token });
const settings = async ({ admin }: TestTenant): Promise<Json> => on.data(await on.get(SETTINGS, admin.token));
const made = (options: CertificateOptions = {}) => {
  const { certificate, private_key } = signingCertificate(options);
  return { certificate, private_key };
};

async function newSeller(): Promise<TestTenant> {
  const tenant = await newTenant();
  await on.put(SETTINGS, { tin: TIN }, tenant.admin.token);
  return tenant;
}

describe('A-527: the certificate of a business', () => {
  it('makes documents version 1.1, from signed_from on, and is taken away', async () => {
    const tenant = await newSeller();
    expect(await settings(tenant)).toMatchObject({ certificate: null, version: '1.0', issuer_name_order: 'reversed' });
    const answer = await put(tenant, made());
    expect(answer.status).toBe(200);
    const facts = on.data(answer);
    expect(facts).toEqual({
      subject: expect.stringContaining('Kedai Pak Din'),
      issuer: expect.stringContaining('Kedai Pak Din'),
      serial_number: '1',
      not_before: expect.stringMatching(/Z$/),
      not_after: expect.stringMatching(/Z$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await settings(tenant)).toMatchObject({ certificate: facts, version: '1.1' });
    await on.put(SETTINGS, { signed_from: '2099-01-01', issuer_name_order: 'encoded' }, tenant.admin.token);
    expect(await settings(tenant)).toMatchObject({ version: '1.0', issuer_name_order: 'encoded' });
    await on.put(SETTINGS, { signed_from: null }, tenant.admin.token);
    expect((await remove(tenant)).status).toBe(200);
    expect(await settings(tenant)).toMatchObject({ certificate: null, version: '1.0' });
    expectRefusal(on, await remove(tenant), 404);
  });

  it('is replaced by another one', async () => {
    const tenant = await newSeller();
    const first = on.data(await put(tenant, made()));
    const second = on.data(await put(tenant, made()));
    expect(second.sha256).not.toBe(first.sha256);
    expect((await settings(tenant)).certificate).toEqual(second);
  });

  it.each<[string, () => Json, string]>([
    ['no PEM', () => ({ ...made(), certificate: 'x' }), 'certificate'],
    ['a key that is no PEM', () => ({ ...made(), private_key: 'x' }), 'private_key'],
    ['the key of another', () => ({ ...made(), private_key: made().private_key }), 'private_key'],
    ['the TIN of another', () => made({ tin: 'C1234567890' }), 'certificate'],
    ['no serial number', () => made({ serial: null }), 'certificate'],
    ['an end in the past', () => made({ days: -0.5 }), 'certificate'],
    ['1024 bits', () => made({ bits: 1024 }), 'certificate'],
    ['nothing', () => ({}), 'certificate'],
  ])('is refused with %s, and nothing is stored', async (_, body, field) => {
    const tenant = await newSeller();
    expectInvalid(on, await put(tenant, body()), field);
    expect(await settings(tenant)).toMatchObject({ certificate: null, version: '1.0' });
  });

  it('needs the passphrase of its key, and is of the TIN that documents name', async () => {
    const tenant = await newSeller();
    const { certificate, privateKey } = signingCertificate();
    const private_key = privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'rahsia',
    });
    expectInvalid(on, await put(tenant, { certificate, private_key }), 'private_key');
    expectInvalid(on, await put(tenant, { certificate, private_key, passphrase: 'lain' }), 'private_key');
    expect((await put(tenant, { certificate, private_key, passphrase: 'rahsia' })).status).toBe(200);
    const changed = on.data(await on.put(SETTINGS, { tin: 'C1234567890' }, tenant.admin.token));
    expect(changed).toMatchObject({ ready: false });
    expect(changed.problems).toMatchObject([{ code: 'CERTIFICATE_OF_ANOTHER', field: 'tin' }]);
  });

  it('shows its key in no answer, audit entry or row', async () => {
    const tenant = await newSeller();
    const body = made();
    const answer = await put(tenant, body);
    const trail = await on.get('/audit?record_type=einvoice%20settings', tenant.admin.token);
    expect(on.rows(trail, 'audit')).toContainEqual(expect.objectContaining({ action: 'certify' }));
    const [row] = await sql<{ text: string }>(
      workerState().ownerUrl as string,
      'select to_jsonb(r)::text as text from einvoice.settings r where tenant_id = $1',
      [tenant.id],
    );
    const middle = body.private_key.split('\n')[5] as string;
    expect(middle.length).toBeGreaterThan(40);
    for (const text of [answer.text, trail.text, row?.text ?? '', JSON.stringify(await settings(tenant))])
      expect(text).not.toContain(middle);
  });

  it('is for administrators with a session, on the reference surface', async () => {
    const tenant = await newSeller();
    const { token } = await newUser(tenant, 'manager');
    expectRefusal(on, await on.put(PATH, made(), token), 403);
    expectRefusal(on, await on.send('DELETE', PATH, { token }), 403);
    const key = await on.post('/api-keys', { name: 'K', scopes: ['*:read', '*:write'] }, tenant.admin.token);
    expectRefusal(on, await on.put(PATH, made(), on.data(key).key), 403, 'SESSION_REQUIRED');
    const answer = await contractSurface.put(PATH, made(), tenant.admin.token);
    expect(answer.status).toBe(404);
  });
});
