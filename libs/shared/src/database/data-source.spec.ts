import fc from 'fast-check';
import { plainInstant } from './data-source.js';

/** As PostgreSQL writes it: no zeros at the end of a fraction. */
const written = (instant: Date): string =>
  instant
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00');

describe('an instant from the database', () => {
  it('is read to the millisecond', () => {
    const instants = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(instants, (instant) => plainInstant(written(instant))?.getTime() === instant.getTime()));
  });

  it.each([
    'infinity',
    '2026-03-10 08:30:00.123456+00',
    '2026-03-10 16:30:00+08',
    '10000-01-01 00:00:00+00',
    '0044-03-15 00:00:00+00 BC',
    '0044-03-15 00:00:00+00',
  ])('is left to the general parser where it is written otherwise: %s', (text) =>
    expect(plainInstant(text)).toBeNull(),
  );
});
