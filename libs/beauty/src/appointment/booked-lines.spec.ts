import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { SalonService } from '../service/salon-service.entity.js';
import type { AppointmentLine } from './appointment-line.entity.js';
import { linesOf, newlyNamed, type GivenLine, type LineSources } from './booked-lines.js';

const NOW = new Date('2026-03-10T01:30:00.000Z');
const IDS = ['a', 'b', 'c'];

const service = (id: string, told: Partial<SalonService> = {}): SalonService =>
  Object.assign(new SalonService(), { id, name: `Service ${id}`, price: 80, tax_rate: 8, duration_minutes: 45 }, told);
const sources = (told: Partial<LineSources> = {}): LineSources => ({
  services: new Map(IDS.map((id) => [id, service(id)])),
  members: new Map([['mei', { first_name: 'Mei', last_name: 'Ling' }]]),
  had: [],
  created: '2026-03-10',
  now: NOW,
  ...told,
});
const dearer = new Map(
  IDS.map((id) => [id, service(id, { name: 'New', price: 99, tax_rate: 0, duration_minutes: 90 })]),
);
const refused = (given: GivenLine[], told: Partial<LineSources> = {}): string | undefined => {
  try {
    linesOf(given, sources(told));
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
};

describe('A-243: lines of a PUT', () => {
  const ids = fc.array(fc.constantFrom(...IDS), { minLength: 1, maxLength: 8 });
  const given = (of: string[]): GivenLine[] => of.map((service_id) => ({ service_id }));

  it('keep as many lines of each service as there were, in their order; the others are new', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const had = linesOf(given(before), sources());
        const lines = linesOf(given(after), sources({ had, services: dearer }));
        expect(lines.map(({ service_id, position }) => [service_id, position])).toEqual(
          after.map((id, i) => [id, i + 1]),
        );
        for (const id of IDS) {
          const of = (all: readonly AppointmentLine[]) => all.filter(({ service_id }) => service_id === id);
          const [old, now] = [of(had), of(lines)];
          const kept = Math.min(old.length, now.length);
          expect(now.slice(0, kept).map((line) => line.id)).toEqual(old.slice(0, kept).map((line) => line.id));
          expect(now.map(({ price, tax_rate, minutes }) => [price, tax_rate, minutes])).toEqual(
            now.map((_, i) => (i < kept ? [80, 8, 45] : [99, 0, 90])),
          );
          expect(newlyNamed(given(after), had).filter((named) => named === id)).toHaveLength(now.length - kept);
        }
      }),
    );
  });

  it('A-241: take back an end past midnight with its start, whichever line of the service now has it', () => {
    const late: GivenLine = { service_id: 'a', start_time: '23:30' };
    const had = linesOf([late, { service_id: 'a', start_time: '10:00' }], sources());
    const sentBack = had.map(({ service_id, start_time, end_time }) => ({ service_id, start_time, end_time }));
    const lines = linesOf([...sentBack].reverse(), sources({ had, created: '2026-04-01' }));
    const times = ({ start_time, end_time, day, starts_at, ends_at }: AppointmentLine) => [
      start_time,
      end_time,
      day,
      starts_at,
      ends_at,
    ];
    expect(lines.map(times)).toEqual([...had].reverse().map(times));
    expect(refused([{ service_id: 'b', start_time: '23:30:00', end_time: '00:15:00' }], { had })).toBe(
      'services.0.end_time',
    );
  });

  it('leave the lines that were there as they were', () => {
    const had = linesOf([{ service_id: 'a', staff_id: 'mei' }], sources());
    const before = { ...had[0] };
    linesOf([{ service_id: 'A', start_time: '10:00' }], sources({ had }));
    expect({ ...had[0] }).toEqual(before);
  });

  it('A-254: keep who is named, also after leaving; others are unknown', () => {
    const had = linesOf([{ service_id: 'a', staff_id: 'mei' }, { service_id: 'b' }], sources());
    const gone = { had, members: new Map(), services: new Map() };
    const back = linesOf(
      [
        { service_id: 'b', staff_id: 'MEI' },
        { service_id: 'a', staff_id: 'mei' },
      ],
      sources(gone),
    );
    expect(back.map(({ staff_name }) => staff_name)).toEqual(['Mei Ling', 'Mei Ling']);
    expect(refused([{ service_id: 'a', staff_id: 'lim' }], gone)).toBe('services.0.staff_id');
    expect(refused([{ service_id: 'a' }, { service_id: 'a' }], gone)).toBe('services.1.service_id');
    const [none] = linesOf([{ service_id: 'a', staff_id: null }], sources({ had }));
    expect([none?.staff_id, none?.staff_name]).toEqual([null, null]);
  });
});

it('A-244: an inactive service is refused in a new line alone', () => {
  const had = linesOf([{ service_id: 'a' }], sources());
  const services = new Map([['a', service('a', { is_active: false })]]);
  expect(refused([{ service_id: 'a' }], { services })).toBe('services.0.service_id');
  expect(refused([{ service_id: 'a' }], { services, had })).toBeUndefined();
  expect(refused([{ service_id: 'a' }, { service_id: 'a' }], { services, had })).toBe('services.1.service_id');
});
