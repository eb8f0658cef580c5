import { isDone, metFaults, type SimulatorFault } from './simulator-faults.js';
import { longIdOf, serviceId, tenantOfLongId } from './simulator-ids.js';
import { simulatorRequest } from './simulator-request.js';
import { TOKEN_SECONDS, simulatorToken, tinOfToken } from './simulator-token.js';

const fault = (said: Partial<SimulatorFault>): SimulatorFault => ({
  call: 'submit',
  fault: 'status',
  times: 1,
  number: null,
  status: null,
  retry_after: null,
  code: null,
  delay_ms: null,
  ...said,
});

describe('faults of the simulator (A-530)', () => {
  it('happen as often as they were set, the first that fits before others', () => {
    const first = fault({ times: 2 });
    const second = fault({ fault: 'drop' });
    let faults: SimulatorFault[] = [first, second];
    const happened = Array.from({ length: 4 }, () => {
      const { met, left } = metFaults(faults, 'submit', []);
      faults = left;
      return met.whole?.fault ?? null;
    });
    expect(happened).toEqual(['status', 'status', 'drop', null]);
    expect(faults.map(({ times }) => times)).toEqual([0, 0]);
    expect(first.times).toBe(2);
  });

  it('are of their call, and of their number where they have one', () => {
    const faults = [fault({ call: 'cancel' }), fault({ number: 'INV-1' })];
    expect(metFaults(faults, 'submit', ['INV-2']).met).toEqual({ whole: null, documents: [] });
    expect(metFaults(faults, 'submit', ['INV-2', 'INV-1']).met.whole).toEqual(faults[1]);
  });

  it('of documents happen where the call is done, and wait where it is not', () => {
    const reject = fault({ fault: 'reject' });
    const late = metFaults([fault({ fault: 'delay' }), reject], 'submit', ['INV-1']);
    expect(late.met.documents).toEqual([reject]);
    const dropped = metFaults([fault({ fault: 'drop' }), reject], 'submit', ['INV-1']);
    expect(dropped.met.documents).toEqual([]);
    expect(dropped.left.map(({ times }) => times)).toEqual([0, 1]);
  });

  it('leave the call done or undone', () => {
    const done = (['status', 'delay', 'refuse', 'drop', 'drop_after'] as const).filter((kind) =>
      isDone(fault({ fault: kind })),
    );
    expect(done).toEqual(['delay', 'drop_after']);
    expect(isDone(null)).toBe(true);
  });
});

describe('ids and tokens of the simulator (A-530)', () => {
  it('are 26 letters and digits, and a long id names its tenant', () => {
    const tenant_id = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
    expect(serviceId()).toMatch(/^[A-Z0-9]{26}$/);
    expect(tenantOfLongId(longIdOf(tenant_id))).toBe(tenant_id);
    for (const wrong of ['', 'x', tenant_id, `${longIdOf(tenant_id)}0`]) expect(tenantOfLongId(wrong)).toBeNull();
  });

  it('a token names its TIN until its end', () => {
    const now = new Date('2026-11-28T08:00:00.000Z');
    const header = `Bearer ${simulatorToken('C2584563200', now)}`;
    expect(tinOfToken(header, new Date(now.getTime() + TOKEN_SECONDS * 1000 - 1))).toBe('C2584563200');
    expect(tinOfToken(header, new Date(now.getTime() + TOKEN_SECONDS * 1000))).toBeNull();
    for (const wrong of [null, '', 'Bearer x', 'Bearer simulator.x']) expect(tinOfToken(wrong, now)).toBeNull();
  });
});

describe('requests to the simulator (A-530)', () => {
  it.each([
    ['POST', '/connect/token', 'token', ''],
    ['GET', '/api/v1.0/taxpayer/validate/C1?idType=BRN&idValue=2', 'taxpayer', 'C1'],
    ['POST', '/api/v1.0/documentsubmissions/', 'submit', ''],
    ['GET', '/api/v1.0/documentsubmissions/S1?pageNo=1', 'submission', 'S1'],
    ['GET', '/api/v1.0/documents/search?x=1', 'search', ''],
    ['GET', '/api/v1.0/documents/U1/details', 'details', 'U1'],
    ['PUT', '/api/v1.0/documents/state/U1/state', 'cancel', 'U1'],
  ])('%s %s is read as a call', (method, path, call, id) => {
    expect(simulatorRequest(`https://simulator.invalid${path}`, { method })).toMatchObject({ call, id });
    expect(simulatorRequest(`https://simulator.invalid${path}`, { method: 'DELETE' })).toBeNull();
  });
});
