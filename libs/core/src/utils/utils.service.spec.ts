import type { Context } from '@usaha/shared';
import { Tenant } from '../tenant/tenant.entity.js';
import type { TenantRepository } from '../tenant/tenant.repository.js';
import { CompanyRegister, OfflineCompanyRegister, type RegisteredCompany } from './company-register.js';
import { UtilsService } from './utils.service.js';

const contextAt = (instant: string) => ({ tenant_id: 'own', now: new Date(instant) }) as Context;
const ctx = contextAt('2026-03-10T04:00:00Z');

function tenantWith(registration_number: string | null): TenantRepository {
  const tenant = Object.assign(new Tenant(), { name: 'Kedai Runcit Pak Din', registration_number });
  return { find: (_: Context, id: string) => Promise.resolve(id === 'own' ? tenant : null) } as TenantRepository;
}

const offline = (registration_number: string | null) =>
  new UtilsService(tenantWith(registration_number), new OfflineCompanyRegister());

describe('the registration number of a business', () => {
  const unknown = { is_valid: true, company_name: null, registration_date: null, status: 'valid_format' };

  it('is judged by its form, and nothing is known of it (A-87)', async () => {
    expect(await offline(null).validateRegistration(ctx, '202301012345')).toEqual(unknown);
    expect(await offline('abc').validateRegistration(ctx, 'abc')).toEqual({
      is_valid: false,
      company_name: null,
      registration_date: null,
      status: 'invalid',
    });
  });

  it("has the tenant's name when it is the tenant's own, however it is written", async () => {
    const own = { ...unknown, company_name: 'Kedai Runcit Pak Din' };
    const utils = offline('201901000005 (1312525-A)');
    for (const text of ['201901000005', '1312525a', '201901000005 (1312525-A)'])
      expect(await utils.validateRegistration(ctx, text)).toEqual(own);
    expect(await utils.validateRegistration(ctx, '201901000006')).toEqual(unknown);
  });

  it('has the name and the date that a register knows, if one is connected', async () => {
    class Register extends CompanyRegister {
      find({ number }: { number: string | null }): Promise<RegisteredCompany | null> {
        const known = { company_name: 'Din Sdn. Bhd.', registration_date: '2019-01-03' };
        return Promise.resolve(number === '201901000005' ? known : null);
      }
    }
    const utils = new UtilsService(tenantWith('202301012345'), new Register());
    expect(await utils.validateRegistration(ctx, '201901000005')).toMatchObject({
      company_name: 'Din Sdn. Bhd.',
      registration_date: '2019-01-03',
    });
    expect(await utils.validateRegistration(ctx, '202301012345')).toMatchObject({
      company_name: 'Kedai Runcit Pak Din',
      registration_date: null,
    });
  });

  it('is of a year that has begun in Malaysia', async () => {
    const asked = (instant: string) => offline(null).validateRegistration(contextAt(instant), '202701000001');
    expect(await asked('2026-12-31T15:59:59Z')).toMatchObject({ is_valid: false });
    expect(await asked('2026-12-31T16:00:00Z')).toMatchObject({ is_valid: true });
  });
});

describe('SST', () => {
  it("is at the rate of the context's day in Malaysia", () => {
    const at = (instant: string) => offline(null).calculateSst(contextAt(instant), 100, 'professional').sst_rate;
    expect(at('2024-02-29T15:59:59Z')).toBe(0.06);
    expect(at('2024-02-29T16:00:00Z')).toBe(0.08);
  });
});

describe('a telephone number', () => {
  it('is judged for any text (A-86)', () => {
    expect(offline(null).validatePhone(ctx, '012-345 6789')).toMatchObject({ is_valid: true, carrier: 'Maxis' });
    expect(offline(null).validatePhone(ctx, '')).toMatchObject({ is_valid: false });
  });
});
