import fc from 'fast-check';
import { customHeadersOf } from './custom-headers.js';

describe('A-441: headers of an endpoint', () => {
  it('are kept as they are sent, in their order', () => {
    const headers = { 'X-Two': '2', Authorization: 'Bearer x', 'x-one': ' !~' };
    expect(Object.entries(customHeadersOf(headers))).toEqual(Object.entries(headers));
    expect(customHeadersOf({})).toEqual({});
  });

  it.each([
    [{ 'X-A': 'a\nb' }, 'X-A'],
    [{ 'X-A': 'a\rb' }, 'X-A'],
    [{ 'X-A': 'a\u0000' }, 'X-A'],
    [{ 'X-A': '\u007f' }, 'X-A'],
    [{ 'X-A': 'é' }, 'X-A'],
    [{ 'X-A': '' }, 'X-A'],
    [{ 'X-A': 7 }, 'X-A'],
    [{ 'X-A': ['a'] }, 'X-A'],
    [{ X_A: 'a' }, 'X_A'],
    [{ 'X:A': 'a' }, 'X:A'],
    [{ 'X-A': 'a', 'x-a': 'b' }, 'x-a'],
    [{ HOST: 'a' }, 'HOST'],
    [{ 'content-anything': 'a' }, 'content-anything'],
    [{ 'Proxy-Connection': 'a' }, 'Proxy-Connection'],
    [{ 'Webhook-Signature': 'a' }, 'Webhook-Signature'],
    [{ 'Usaha-Attempt': 'a' }, 'Usaha-Attempt'],
  ])('are refused: %j, naming it', (headers, named) => {
    expect(() => customHeadersOf(headers)).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field: 'headers' })] }),
    );
    expect(() => customHeadersOf(headers)).toThrow(named);
  });

  it('are at most 10', () => {
    const headers = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, 'a']));
    expect(() => customHeadersOf(headers)).toThrow('at most 10');
    const { 'X-10': _last, ...ten } = headers;
    expect(Object.keys(customHeadersOf(ten))).toHaveLength(10);
  });

  it('say no value in a refusal', () => {
    expect(() => customHeadersOf({ 'X-A': 'hemlig\n' })).not.toThrow('hemlig');
  });

  it('are such as HTTP allows, whichever are kept', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ unit: 'binary' }), (name, value) => {
        let kept: Record<string, string>;
        try {
          kept = customHeadersOf({ [name]: value });
        } catch {
          return;
        }
        expect(() => new Headers(kept)).not.toThrow();
      }),
    );
  });
});
