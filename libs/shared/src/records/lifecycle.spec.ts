import { DomainError } from '../errors.js';
import { Lifecycle } from './lifecycle.js';

const statuses = ['open', 'in_work', 'closed', 'lost'] as const;
const words = {
  statuses: {
    open: { en: 'open', ms: 'terbuka' },
    in_work: { en: 'in work', ms: 'dalam tindakan' },
    closed: { en: 'closed', ms: 'tertutup' },
    lost: { en: 'lost', ms: 'hilang' },
  },
  verbs: { take_up: { en: 'take up', ms: 'ambil alih' }, close: { en: 'close', ms: 'tutup' } },
};
const noun = { en: 'door', ms: 'pintu' };
const door = new Lifecycle(
  noun,
  statuses,
  { take_up: { from: ['open'], to: 'in_work' }, close: { from: ['open', 'in_work'], to: 'closed' } },
  words,
);

describe('a lifecycle', () => {
  it('leads every verb from its statuses to its own', () => {
    expect(door.after('take_up', 'open')).toBe('in_work');
    expect(door.after('close', 'open')).toBe('closed');
    expect(door.after('close', 'in_work')).toBe('closed');
  });

  it.each([
    ['take_up', 'in_work', 'This door is in work; "take up" requires the status open'],
    ['take_up', 'closed', 'This door is closed; "take up" requires the status open'],
    ['close', 'lost', 'This door is lost; "close" requires the status open or in work'],
  ] as const)('refuses %s of what is %s, and says from where it may be done', (verb, status, message) => {
    expect.assertions(3);
    try {
      door.after(verb, status);
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).kind).toBe('conflict');
      expect((error as DomainError).in('en').errors).toEqual([{ field: 'status', message }]);
    }
  });

  it('refuses in Malay too', () => {
    const refusal = (): string => {
      try {
        return door.after('close', 'lost');
      } catch (error) {
        return (error as DomainError).in('ms').message;
      }
    };
    expect(refusal()).toBe(
      'Status pintu ini ialah hilang; "tutup" hanya untuk yang berstatus terbuka atau dalam tindakan',
    );
  });

  it('knows what its verbs can lead to', () => {
    expect(door.reachableFrom('open')).toEqual(['open', 'in_work', 'closed']);
    expect(door.reachableFrom('in_work')).toEqual(['in_work', 'closed']);
    expect(door.reachableFrom('lost')).toEqual(['lost']);
  });

  it('finds what is reached by a verb that stands before the one it needs', () => {
    const backwards = new Lifecycle(
      noun,
      statuses,
      { close: { from: ['in_work'], to: 'closed' }, take_up: { from: ['open'], to: 'in_work' } },
      words,
    );
    expect(backwards.reachableFrom('open')).toEqual(['open', 'in_work', 'closed']);
  });
});
