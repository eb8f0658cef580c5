import { LineDigest, canonicalLine } from './line-digest.js';

const digestOf = (...lines: string[]): LineDigest => {
  const digest = new LineDigest();
  for (const line of lines) digest.add(canonicalLine(line));
  return digest;
};

describe('a digest of lines', () => {
  it('is the same for the same rows in another order, with keys in another order', () => {
    const one = digestOf('{"id":"a","of":{"x":1,"y":[1,2]}}', '{"id":"b","of":null}');
    expect(one.equals(digestOf('{"id":"b","of":null}', '{"of":{"y":[1,2],"x":1},"id":"a"}'))).toBe(true);
  });

  it.each([
    ['a row is missing', ['{"id":"a"}']],
    ['a row is there twice', ['{"id":"a"}', '{"id":"a"}']],
    ['a value is another', ['{"id":"a"}', '{"id":"c"}']],
    ['a number became a text', ['{"id":"a"}', '{"id":2}']],
  ])('is another where %s', (_name, lines) => {
    expect(digestOf('{"id":"a"}', '{"id":"b"}').equals(digestOf(...lines))).toBe(false);
  });

  it('leaves out what it is told to', () => {
    expect(canonicalLine('{"b":1,"a":2}', ['b'])).toBe('{"a":2}');
  });
});
