import { randomBytes } from 'node:crypto';
import { idBytes } from '@usaha/shared';
import { readLinkToken } from './account-links.js';

const tenant_id = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const id = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b';

it('a token has 88 characters and says tenant, link and secret (A-402)', () => {
  const secret = randomBytes(34);
  const token = Buffer.concat([idBytes(tenant_id), idBytes(id), secret]).toString('base64url');
  expect(token).toHaveLength(88);
  expect(readLinkToken(token)).toEqual({ tenant_id, id, secret });
});

it.each([
  ['empty', ''],
  ['cut', 'a'.repeat(87)],
  ['too long', 'a'.repeat(89)],
  ['with a character that is none of base64url', `${'a'.repeat(87)}+`],
  ['with a line break', `${'a'.repeat(87)}\n`],
])('a text is no token: %s', (_, text) => expect(readLinkToken(text)).toBeNull());
