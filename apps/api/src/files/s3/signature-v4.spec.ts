import { signed, type SignedRequest } from './signature-v4.js';

/** The examples of "Authenticating Requests: Using the Authorization Header" in the Amazon S3 API Reference. */
const KEY = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const WHERE = { region: 'us-east-1', now: new Date('2013-05-24T00:00:00Z') };

const request = (method: SignedRequest['method'], path: string, more: Partial<SignedRequest> = {}): SignedRequest => ({
  method,
  url: new URL(`https://examplebucket.s3.amazonaws.com${path}`),
  headers: {},
  body: new Uint8Array(),
  ...more,
});

describe('AWS Signature Version 4', () => {
  it.each([
    [
      'GET of an object',
      request('GET', '/test.txt', { headers: { range: 'bytes=0-9' } }),
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT of an object',
      request('PUT', '/test%24file.text', {
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      }),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET of a setting of a bucket',
      request('GET', '/?lifecycle'),
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET of a list',
      request('GET', '/?max-keys=2&prefix=J'),
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('is that of the vectors: %s', (_, one, signature) => {
    const { authorization = '' } = signed(one, KEY, WHERE);
    expect(authorization.split('Signature=')[1]).toBe(signature);
  });

  it('names the key, the day, the region and the headers that it covers', () => {
    const headers = signed(request('GET', '/test.txt', { headers: { range: 'bytes=0-9' } }), KEY, WHERE);
    expect(headers).toMatchObject({ host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' });
    expect(headers.authorization).toContain(
      'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,',
    );
    expect(JSON.stringify(headers)).not.toContain(KEY.secret);
  });
});
