import { DomainError } from '@usaha/shared';
import { Tenant, type TenantDetails } from '../tenant/tenant.entity.js';
import { EinvoiceSettings, type EinvoiceSettingsChanges } from './einvoice-settings.entity.js';
import { EinvoiceInstallation } from './einvoice-installation.js';
import { problemsOf, toldSeller } from './seller.js';

const TODAY = '2026-11-28';
const tenant = (told: Partial<TenantDetails> = {}): Tenant =>
  Tenant.of('kedai', null, { name: 'Kedai Pak Din', business_type: 'retail', ...told });

function settings(...changes: EinvoiceSettingsChanges[]): EinvoiceSettings {
  const made = EinvoiceSettings.usual('t');
  for (const change of changes) made.describe(change, TODAY);
  return made;
}

function fieldOf(changes: EinvoiceSettingsChanges, before: EinvoiceSettingsChanges = {}): string | undefined {
  try {
    settings(before, changes);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
}

const address = { line1: '1, Jalan Ampang', city: 'Kuala Lumpur', state: 'Kuala Lumpur', postcode: '50450' };

describe('settings of e-invoices (A-512)', () => {
  it('merge: absent fields and parts of the address stay, null clears', () => {
    const made = settings({ tin: 'C02584563200', address, phone: '03-1234 5678' }, { address: { line2: 'Tingkat 3' } });
    expect(made).toMatchObject({ tin: 'C2584563200', phone: '+60312345678' });
    expect(made.address).toEqual({ ...address, line2: 'Tingkat 3', line3: null, state: '14', country: 'MYS' });
    made.describe({ address: null, tin: null }, TODAY);
    expect([made.address, made.tin, made.phone]).toEqual([null, null, '+60312345678']);
  });

  it('begin on the day of the first enabling, unless another is set', () => {
    expect(settings({ enabled: true }).start_date).toBe(TODAY);
    expect(settings({ start_date: '2026-01-01' }, { enabled: true }).start_date).toBe('2026-01-01');
    expect(settings({ turnover_group: 'over_5m' }).start_date).toBeNull();
  });

  it('have codes of lines by module, which are replaced one by one', () => {
    const made = settings(
      { classifications: { retail: { default: '022', by_category: { ' Buku ': '026' } }, beauty: { default: '022' } } },
      { classifications: { retail: { default: '003' }, beauty: null }, tax_types: { retail: '01' } },
    );
    expect(made.classifications).toEqual({ retail: { default: '003', by_category: { buku: '026' } } });
    expect(made.tax_types).toEqual({ retail: '01' });
  });

  it.each<[EinvoiceSettingsChanges, string]>([
    [{ tin: 'X1' }, 'tin'],
    [{ msic_code: '99999' }, 'msic_code'],
    [{ phone: '123' }, 'phone'],
    [{ address: { state: 'Johor' } }, 'address.line1'],
    [{ address: { ...address, state: 'Atlantis' } }, 'address.state'],
    [{ id_value: '202001234567' }, 'id_type'],
    [{ id_type: 'NRIC', id_value: '123' }, 'id_value'],
    [{ classifications: { shop: {} } }, 'classifications'],
    [{ classifications: { retail: '022' } }, 'classifications.retail'],
    [{ classifications: { retail: { default: '046' } } }, 'classifications.retail.default'],
    [{ classifications: { retail: { usual: '022' } } }, 'classifications.retail'],
    [{ classifications: { retail: { by_category: { a: 1 } } } }, 'classifications.retail.by_category'],
    [{ tax_types: { retail: '07' } }, 'tax_types.retail'],
    [{ tax_types: { shop: '01' } }, 'tax_types'],
  ])('%j is refused naming %s', (changes, field) => expect(fieldOf(changes)).toBe(field));

  it('read an id value again where its type changes', () => {
    expect(fieldOf({ id_type: 'NRIC' }, { id_type: 'BRN', id_value: '202001234567' })).toBeUndefined();
    expect(fieldOf({ id_type: 'NRIC' }, { id_type: 'BRN', id_value: '1234567-X' })).toBe('id_value');
    expect(fieldOf({ id_type: null }, { id_type: 'BRN', id_value: '1234567-X' })).toBe('id_type');
  });
});

describe('the seller of documents (A-512)', () => {
  it('of a new tenant has test values in the simulator, and they are named', () => {
    const { seller, simulated, missing } = toldSeller(settings(), tenant());
    expect(simulated).toEqual(['tin', 'id_value', 'msic_code', 'phone', 'address']);
    expect(missing).toEqual([]);
    expect(seller).toMatchObject({
      name: 'Kedai Pak Din',
      msic_code: '47111',
      activity: 'Provision stores',
      id_type: 'BRN',
    });
    expect(Object.values(seller.address)).toContain('14');
  });

  it('is the tenant where the settings have nothing, and lacks the same outside the simulator', () => {
    const told = tenant({
      registration_number: '202001234567',
      phone: '03-1234 5678',
      email: 'kedai@pakdin.example',
      address: {
        street: '1, Jalan Ampang',
        city: 'Kuala Lumpur',
        state: 'KL',
        postal_code: '50450',
        country: 'Malaysia',
      },
      settings: { sst_registration_number: 'W10-1808-32000123' },
    });
    const { seller, simulated, missing } = toldSeller(settings({ environment: 'sandbox' }), told);
    expect([simulated, missing]).toEqual([[], ['tin', 'msic_code']]);
    expect(seller).toMatchObject({
      id_value: '202001234567',
      phone: '+60312345678',
      email: 'kedai@pakdin.example',
      sst_number: 'W10-1808-32000123',
      address: { line1: '1, Jalan Ampang', city: 'Kuala Lumpur', postcode: '50450', state: '14', country: 'MYS' },
    });
  });

  it('needs its address in parts', () => {
    const told = tenant({
      address: { street: 'x', city: null, state: 'Atlantis', postal_code: '1', country: 'Malaysia' },
    });
    const { missing } = toldSeller(settings({ environment: 'sandbox' }), told);
    expect(missing.filter((field) => field.startsWith('address'))).toEqual(['address.city', 'address.state']);
  });

  it('abroad needs no state', () => {
    const told = tenant({ address: { street: 'x', city: 'y', state: null, postal_code: null, country: 'Singapore' } });
    const { seller, missing } = toldSeller(settings({ environment: 'sandbox' }), told);
    expect(missing.filter((field) => field.startsWith('address'))).toEqual([]);
    expect(seller.address).toMatchObject({ country: 'SGP', state: '17' });
  });
});

describe('problems (A-512)', () => {
  const codes = (made: EinvoiceSettings, missing: string[] = [], hasSimulator = true): string[] =>
    problemsOf(made, missing, new EinvoiceInstallation(hasSimulator)).map(({ code, field }) => `${code} ${field}`);

  it('of the simulator are that there is none', () => {
    expect(codes(settings())).toEqual([]);
    expect(codes(settings(), [], false)).toEqual(['SIMULATOR_UNAVAILABLE environment']);
  });

  it('of the service are credentials, and what the seller lacks', () => {
    const made = settings({ environment: 'production', client_id: 'a' });
    expect(codes(made, ['tin'])).toEqual(['SELLER_INCOMPLETE tin', 'CREDENTIALS_MISSING client_secret']);
    expect(codes(settings({ environment: 'sandbox', credentials: 'intermediary' }))).toEqual([
      'INTERMEDIARY_UNAVAILABLE credentials',
    ]);
  });

  it('of an intermediary are none where the operator is one (A-513)', () => {
    const made = settings({ environment: 'sandbox', credentials: 'intermediary' });
    const installation = new EinvoiceInstallation(false, { client_id: 'operator', client_secret: 'rahsia' });
    expect(problemsOf(made, [], installation)).toEqual([]);
  });
});
