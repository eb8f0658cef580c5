import fc from 'fast-check';
import { DomainError } from '../errors.js';
import { Keyring, SealedValue } from './sealed.js';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const SEARCH = Buffer.alloc(32, 3);
const PLACE = 'core.users.ic_number:tenant:user';

const old = new Keyring([['old', OLD]], SEARCH);
const both = new Keyring(
  [
    ['new', NEW],
    ['old', OLD],
  ],
  SEARCH,
);
const onlyNew = new Keyring([['new', NEW]], SEARCH);

const refusal = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('Not refused');
};

describe('a sealed text', () => {
  it('opens as it was, for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (clear, place) => {
        expect(old.open(old.seal(clear, place), place)).toBe(clear);
      }),
    );
  });

  it('names its key, tells nothing, and is never the same twice', () => {
    const sealed = old.seal('900101-14-5678', PLACE);
    expect(sealed).toMatch(/^old\.[\w-]+$/);
    expect(sealed).not.toContain('900101');
    expect(Buffer.from(sealed.slice(4), 'base64url').toString('latin1')).not.toContain('900101');
    expect(old.seal('900101-14-5678', PLACE)).not.toBe(sealed);
  });

  it('does not open in another row or column', () => {
    const sealed = old.seal('900101-14-5678', PLACE);
    const error = refusal(() => old.open(sealed, 'core.users.ic_number:tenant:another'));
    expect(error.kind).toBe('unavailable');
    expect(error.message).not.toContain('900101');
  });

  it('does not open when a single bit of it was changed', () => {
    const sealed = old.seal('900101-14-5678', PLACE);
    const bytes = Buffer.from(sealed.slice(4), 'base64url');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(refusal(() => old.open(`old.${changed.toString('base64url')}`, PLACE)).kind).toBe('unavailable');
      }),
    );
  });

  it.each(['', 'old', 'old.', 'old.AAAA', '900101-14-5678'])('refuses what never was sealed: %j', (text) => {
    expect(refusal(() => old.open(text, PLACE)).kind).toBe('unavailable');
  });
});

describe('rotation', () => {
  const sealed = old.seal('900101-14-5678', PLACE);

  it('opens with every key it has, and seals with the first', () => {
    expect(both.open(sealed, PLACE)).toBe('900101-14-5678');
    expect(both.current).toBe('new');
    expect(both.seal('x', PLACE)).toMatch(/^new\./);
  });

  it('says which key is missing', () => {
    const error = refusal(() => onlyNew.open(sealed, PLACE));
    expect(error.kind).toBe('unavailable');
    expect(error.message).toContain('key "old" is not configured');
  });

  it('says when a key of that name is not the one', () => {
    const wrong = new Keyring([['old', NEW]], SEARCH);
    expect(refusal(() => wrong.open(sealed, PLACE)).message).toContain('not sealed with key "old"');
  });
});

describe('a keyring', () => {
  it('needs a key, and keys of 32 bytes', () => {
    expect(() => new Keyring([], SEARCH)).toThrow('at least one key');
    expect(() => new Keyring([['short', Buffer.alloc(16)]], SEARCH)).toThrow('Sealing key short is not 32 bytes');
  });

  it('gives tokens that are stable within a tenant, and tell nothing between tenants', () => {
    expect(old.token('a', '900101')).toBe(both.token('a', '900101'));
    expect(old.token('a', '900101')).not.toBe(old.token('b', '900101'));
    expect(old.token('a', '900101')).not.toBe(old.token('a', '900102'));
    expect(old.token('a', '900101')).not.toBe(new Keyring([['old', OLD]], NEW).token('a', '900101'));
    expect(old.token('a', '900101')).toMatch(/^[\w-]{22}$/);
  });
});

describe('a separate key', () => {
  it('is another for every purpose and search key, and the same for every sealing key', () => {
    const links = old.derivedKey('links');
    expect(links).toHaveLength(32);
    expect(both.derivedKey('links')).toEqual(links);
    for (const other of [SEARCH, old.derivedKey('letters'), new Keyring([['old', OLD]], NEW).derivedKey('links')])
      expect(links.equals(other)).toBe(false);
  });
});

describe('a sealed value on its way', () => {
  it('is opened when it is read, once', () => {
    const open = jest.spyOn(old, 'open');
    const value = new SealedValue(old, old.seal('clear', PLACE), PLACE);
    expect(open).not.toHaveBeenCalled();
    expect([value.open(), value.open()]).toEqual(['clear', 'clear']);
    expect(open).toHaveBeenCalledTimes(1);
    open.mockRestore();
  });
});

describe('a keyed fingerprint', () => {
  it('is the same for the same text, purpose and search key, whichever keys seal', () => {
    const of = (keyring: Keyring, purpose = 'a') => keyring.fingerprint(purpose, 'a text');
    expect([of(old), of(onlyNew)]).toEqual([of(both), of(both)]);
    expect(of(old)).toMatch(/^[\w-]{43}$/);
    expect(of(old, 'b')).not.toBe(of(old));
    expect(of(new Keyring([['old', OLD]], NEW))).not.toBe(of(old));
  });
});
