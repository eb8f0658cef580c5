import { eventType } from '@usaha/shared/events';
import { eventPatternsOf, typesMatching } from './event-patterns.js';

const said = { en: 'Said.', ms: 'Dikatakan.' };
for (const name of ['toys.doll.made', 'toys.doll.sold', 'toys.car.made'])
  eventType(name, { said, path: null, contract_path: null, data: {} });

describe('A-438: patterns of event types', () => {
  it('are names, all, those of a context and those of a noun, each once', () => {
    const patterns = ['toys.doll.made', '*', 'toys.*', 'toys.doll.*', 'toys.*'];
    expect(eventPatternsOf(patterns)).toEqual(['toys.doll.made', '*', 'toys.*', 'toys.doll.*']);
  });

  it.each(['', 'toys', 'toys.doll', 'toys.doll.lost', 'toys.*.made', '*.made', '**', 'TOYS.*', ' toys.*'])(
    'are not %j',
    (text) => {
      expect(() => eventPatternsOf(['*', text])).toThrow(
        expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field: 'event_types' })] }),
      );
    },
  );

  it('are quoted in part, and the field is named', () => {
    expect(() => eventPatternsOf(['x'.repeat(500)], 'types')).toThrow(/^types must have .{1,200}x{64}"$/);
  });

  it('match the types that each list has', () => {
    expect(typesMatching(['toys.*'])).toEqual(['toys.car.made', 'toys.doll.made', 'toys.doll.sold']);
    expect(typesMatching(['toys.doll.*', 'toys.car.made'], ['toys.doll.made', 'toys.car.*'])).toEqual([
      'toys.car.made',
      'toys.doll.made',
    ]);
    expect(typesMatching(['toys.doll.sold'], ['toys.car.*'])).toEqual([]);
  });
});
