import { crossOrigin } from './cross-origin.js';

describe('the headers for other origins', () => {
  it('let all origins read, where all may', () => {
    const { always, of } = crossOrigin('*');
    expect(always['Access-Control-Allow-Origin']).toBe('*');
    expect(of('https://a.example')).toEqual({});
  });

  it('name the origin that asks, where it is one of those that may', () => {
    const { always, of } = crossOrigin(['https://a.example', 'https://b.example']);
    expect(always['Access-Control-Allow-Origin']).toBeUndefined();
    expect(always['Access-Control-Expose-Headers']).toContain('ETag,Link');
    expect(of('https://b.example')).toEqual({ 'Access-Control-Allow-Origin': 'https://b.example' });
    for (const origin of ['https://c.example', 'https://a.example.evil', 'null', undefined])
      expect(of(origin)).toEqual({});
  });
});
